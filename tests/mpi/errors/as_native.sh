#!/bin/bash
# as_native.sh NATIVE_PROGRAM PROGRAM ARGUMENT...: both programs end in the same way, with the same messages of the
# MPI library. The environment contains MPIRUN, with its flags.
set -euo pipefail
native_program=$1 program=$2
shift 2
directory=$(mktemp -d)
trap 'rm -rf "$directory"' EXIT

# The last messages of Open MPI, and of MPICH.
said='\*\*\*|not ended|Fatal error|Attempting to use'

# The MPI library's own lines of the output, without the parts that vary between runs: process and job numbers, and
# how many ranks printed a message before the first one had ended the job.
run() {
  local name=$1 status try
  shift
  # With either program, mpirun may end before it has printed the last output of a rank.
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
