#!/bin/bash
# late_in_pairs.sh PROGRAM: in each of two communicators of two ranks, the second rank enters the second call 38 s later
# than the first one. These are two calls: one is reported after 10 s, the other one after 30 s. The environment contains
# MPIRUN, with its flags.
set -euo pipefail
program=$1
# shellcheck source=../../said.sh
. "$(dirname "$0")/../../said.sh"
status=0
# shellcheck disable=SC2086 # MPIRUN is a command with its flags
$MPIRUN -n 4 "$program" --pairs 38 > "$directory/out" 2>&1 || status=$?
[ $status = 0 ] || fail "status $status"
says_in_lines 4 'is back$'
for seconds in 10 30; do
  says_in_lines 1 "^allfold: notice: rank 0 of 2 .*has waited $seconds s .*in MPI_Allreduce of 10 elements of 4 bytes by MPI_SUM"
done
says_in_lines 2 '^allfold: '
