#!/bin/bash
# late_rank.sh PROGRAM [OPTION...]: the others wait for a rank that arrives later, as the options of the program say. One
# line of the job reports it, as a notice, and the job succeeds. The environment contains MPIRUN, with its flags.
set -euo pipefail
program=$1
shift
# shellcheck source=../../said.sh
. "$(dirname "$0")/../../said.sh"
status=0
# shellcheck disable=SC2086 # MPIRUN is a command with its flags
$MPIRUN -n 3 "$program" "$@" > "$directory/out" 2>&1 || status=$?
[ $status = 0 ] || fail "status $status"
says_in_lines 3 'is back$'
says_in_lines 1 '^allfold: notice: rank 0 of 3 has waited 10 s in the first reduction on a communicator: '
says_in_lines 1 '^allfold: '
