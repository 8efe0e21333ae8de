#!/bin/bash
# passed_by.sh PROGRAM [PRELOADED]: a tool behind Allfold finds the next function by dlsym(RTLD_NEXT, "PMPI_X"), as
# tools made for preloading do. The MPI library runs the reductions that reach it this way: the results are right, the
# tool counts all calls, and Allfold reports them as native and says what to do.
. "$(dirname "$0")/common.sh"
program=$1 preloaded=${2:-}
launch="$MPIRUN ${preloaded:+-x LD_PRELOAD=$preloaded}"

run $launch -x ALLFOLD_STATS=1 -n 3 "$program"
expect_right_results
expect_counted_by_tool
for collective in allreduce reduce reduce_scatter; do
  [ "$(calls_counted $collective '^native')" = "$(calls_made $collective)" ] ||
    fail "Allfold counts $(calls_counted $collective '^native') native calls of $collective"
done
warning="^allfold: warning: MPI_(Allr|R)educe(_scatter)?: the tool .*pmpi_tool.* passes this call to the MPI library, past Allfold: "
[ "$(grep -cE "$warning" "$directory/err")" = 1 ] || fail "not one warning"

echo "what is asked for is written"
run $launch -x ALLFOLD_PROFILE="$directory/profile.json" -n 3 "$program"
grep -q 'a tool calls the MPI library directly' "$directory/profile.json" || fail "no profile"
run $launch -x ALLFOLD_MODE=compare -n 3 "$program"
grep -q '^allfold: .*a tool calls the MPI library directly' "$directory/err" || fail "no comparison"
