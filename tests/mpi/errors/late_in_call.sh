#!/bin/bash
# late_in_call.sh PROGRAM WAIT IN-CALL [SECONDS...]: a rank that comes to calls so many seconds later than the others (18)
# is waited for; of each such call one line of the job says who waits in it, as the patterns WAIT and IN-CALL, and
# nothing is wrong. After 10 s the first such call is told, and another one after 30 s.
# The environment gives MPIRUN, with its flags.
set -euo pipefail
program=$1 wait=$2 in_call=$3
shift 3
[ $# -gt 0 ] || set -- 18
# shellcheck source=../../said.sh
. "$(dirname "$0")/../../said.sh"
status=0
# shellcheck disable=SC2086 # MPIRUN is a command with its flags
$MPIRUN -n 3 "$program" "$@" > "$directory/out" 2>&1 || status=$?
[ $status = 0 ] || fail "status $status"
says_in_lines 3 'is back$'
seconds=10
for _ in "$@"; do
  says_in_lines 1 "^allfold: notice: rank [01] of 3 $wait (${seconds}|$((seconds + 2))) s $in_call"
  seconds=$((seconds * 3))
done
says_in_lines $# '^allfold: '
