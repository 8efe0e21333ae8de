#!/bin/bash
# late_in_call.sh PROGRAM PATTERN: a rank that comes to a call 18 s later than the others is waited for; one line of the
# job says who waits in which call, as PATTERN, and nothing is wrong.
# The environment gives MPIRUN, with its flags.
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
