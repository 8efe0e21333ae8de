#!/bin/bash
# ended_by_others.sh PROGRAM: reports are printed whichever way MPI is initialised and finalised, here by functions
# from a handle of the MPI library. PROGRAM is by_handle.
. "$(dirname "$0")/common.sh"
program=$1
preload="-x LD_PRELOAD=$LIBRARY"

run $MPIRUN $preload -n 3 "$program" life
expect_right_results
[ ! -s "$directory/err" ] || fail "not silent when nothing was asked"

echo "statistics"
run env ALLFOLD_STATS=1 $MPIRUN $preload -n 3 "$program" life
expect_right_results
[ "$(grep -c '^allfold: statistics of ' "$directory/err")" = 1 ] || fail "not one table"
grep -qx 'allfold: statistics of 3 ranks' "$directory/err" || fail "not of all ranks"
# The older attribute is deleted after the reports. Calls on the world and, on each of three ranks, on MPI_COMM_SELF.
[ "$(calls_counted allreduce .)" = 5 ] || fail "$(calls_counted allreduce .) calls"
[ "$(calls_counted allreduce '^native')" = 0 ] || fail "native calls"

echo "a profile, and a comparison"
run $MPIRUN $preload -x ALLFOLD_PROFILE="$directory/profile.json" -n 3 "$program" life
expect_right_results
grep -q '"allreduce"' "$directory/profile.json" || fail "no profile"
run $MPIRUN $preload -x ALLFOLD_MODE=compare -n 3 "$program" life
expect_right_results
grep -qE '^allfold: .*3 ranks' "$directory/err" || fail "no comparison"
