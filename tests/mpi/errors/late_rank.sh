#!/bin/bash
# late_rank.sh PROGRAM: a rank that comes 11 s later than the others is waited for; one line of the job says
# so, as a notice, and nothing is wrong.
# The environment gives MPIRUN, with its flags.
set -euo pipefail
program=$1
# shellcheck source=../../said.sh
. "$(dirname "$0")/../../said.sh"
status=0
# shellcheck disable=SC2086 # MPIRUN is a command with its flags
$MPIRUN -n 3 "$program" --late > "$directory/out" 2>&1 || status=$?
[ $status = 0 ] || fail "status $status"
says_in_lines 3 'is back$'
says_in_lines 1 '^allfold: notice: rank 0 of 3 has waited 10 s in the first reduction on a communicator: '
says_in_lines 1 '^allfold: '
