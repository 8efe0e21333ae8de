#!/bin/bash
# late_in_call.sh PROGRAM WAIT IN-CALL [SECONDS...]: the last rank enters calls so many seconds later than the others
# (default: 18). For each such call one line of the job, which matches the patterns WAIT and IN-CALL, names the waiting
# rank and the call, and the job succeeds. The first such call is reported after 10 s, the next one after 30 s.
# The environment contains MPIRUN, with its flags.
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
