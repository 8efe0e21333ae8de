#!/bin/bash
# as_native.sh NATIVE_PROGRAM PROGRAM ARGUMENT...: both programs end alike, and the MPI library says
# the same of both. The environment gives MPIRUN, with its flags.
set -euo pipefail
native_program=$1 program=$2
shift 2
directory=$(mktemp -d)
trap 'rm -rf "$directory"' EXIT

# Open MPI's last words; MPICH's.
said='\*\*\*|not ended|Fatal error|Attempting to use'

# Of the output, the MPI library's own lines, without what differs from run to run: numbers of
# processes and jobs, and how many ranks could speak before the first one had ended the job.
run() {
  local name=$1 status try
  shift
  # mpirun may end before it has printed what a rank told it in its last moment, of either program.
  for try in 1 2 3 4 5 6; do
    status=0
    $MPIRUN -n 2 "$@" >"$directory/$name" 2>&1 || status=$?
    ! grep -aqE "$said" "$directory/$name" || break
    echo "nothing was said, try $try"
  done
  {
    echo "exit status $status"
    grep -aE "$said" "$directory/$name" || true
  } | sed -E -e 's/\x0//g' -e 's/\[[^][]*:[0-9]+\]/[host:pid]/g' -e 's/\[[0-9]+,[0-9]+\]/[job,rank]/g' |
    sort -u >"$directory/$name.said"
}

run native "$native_program" "$@"
run allfold "$program" "$@"
if ! grep -aqE "$said" "$directory/native.said"; then
  cat "$directory/native"
  case $MPIRUN in *" hydra "*) echo "skipped: this MPI library crashes, natively, without a word" && exit 77 ;; esac
  exit 1
fi
diff "$directory/native.said" "$directory/allfold.said"
