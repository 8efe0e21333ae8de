#!/bin/bash
# profiled.sh TOOL PROGRAM: a PMPI tool that owns MPI_Allreduce sits above Allfold, preloaded before
# it. Both see every call.
. "$(dirname "$0")/common.sh"
tool=$1 program=$2

run_served $MPIRUN -x LD_PRELOAD="$tool:$LIBRARY" -n 3 "$program"
grep -q "^tool: allreduce $(calls_made allreduce) reduce $(calls_made reduce)\$" \
  "$directory/err" || fail "the tool has counted something else"
