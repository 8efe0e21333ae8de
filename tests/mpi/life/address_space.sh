#!/bin/bash
# address_space.sh CASE PROGRAM NATIVE: each of 3 ranks uses at most 8 MiB more address space than
# natively, so that a program just below a limit (ulimit -v) stays below it with Allfold. NATIVE is the program
# without Allfold.
#
#   short  after short vectors
#   long   after long vectors, which use all the memory that ranks share
#   late   a rank that waits for a late one uses less than an arena of a thread, for which the C library reserves 64 MiB
#
# The environment contains MPIRUN, with its flags.
set -euo pipefail
what=$1 program=$2 native=$3
# shellcheck source=../../said.sh
. "$(dirname "$0")/../../said.sh"
most=8192

# The maximum that a rank prints, in KiB. Threads of the MPI library get no arenas, since their number may vary
# between runs.
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
