#!/bin/bash
# late_in_call.sh PROGRAM PATTERN: the others wait for a rank that enters a call 18 s later. One line of the job,
# which matches PATTERN, names the waiting rank and the call, and the job succeeds. The environment contains MPIRUN,
# with its flags.
set -euo pipefail
program=$1
# shellcheck source=../../said.sh
. "$(dirname "$0")/../../said.sh"
status=0
# shellcheck disable=SC2086 # MPIRUN is a command with its flags
$MPIRUN -n 3 "$program" > "$directory/out" 2>&1 || status=$?
[ $status = 0 ] || fail "status $status"
says_in_lines 3 'is back$'
says_in_lines 1 "^allfold: notice: rank [01] of 3 $2"
says_in_lines 1 '^allfold: '
