#!/bin/bash
# address_space.sh CASE PROGRAM NATIVE: a rank on 3 ranks takes at most 8 MiB of addresses more than natively: a limit
# (ulimit -v) that a program just keeps to is kept with Allfold, too. NATIVE is the program without Allfold.
#
#   short  after short vectors
#   long   after long ones, which go through all the memory that ranks share
#   late   a rank that waits for a late one takes less than a thread's arena, for which the C library reserves 64 MiB
#
# The environment gives MPIRUN, with its flags.
set -euo pipefail
what=$1 program=$2 native=$3
# shellcheck source=../../said.sh
. "$(dirname "$0")/../../said.sh"
most=8192

# The most that a rank says, in KiB. Threads of the MPI library have no arenas: how many there are may change from run
# to run.
taken() {
  # shellcheck disable=SC2086 # MPIRUN is a command with its flags
  env ALLFOLD_NODE=sliced "$@" > "$directory/out" 2>&1 || fail "status $? of $*"
  says_in_lines 3 '^rank [0-9]+: -?[0-9]+ KiB'
  said | sed -nE 's/^rank [0-9]+: (-?[0-9]+) KiB.*/\1/p' | sort -n | tail -n 1
}

if [ "$what" = late ]; then
  more=$(taken $MPIRUN -n 3 "$program" --late)
  says_in_lines 1 '^allfold: notice: rank 0 of 3 has waited 10 s '
else
  natively=$(taken MALLOC_ARENA_MAX=1 $MPIRUN -n 3 "$native" --"$what")
  more=$(($(taken MALLOC_ARENA_MAX=1 $MPIRUN -n 3 "$program" --"$what") - natively))
fi
echo "$more KiB more than ${natively:+natively, }${natively:-before} KiB"
[ "$more" -le $most ] || fail "more than $most KiB"
