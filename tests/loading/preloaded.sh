#!/bin/bash
# preloaded.sh PROGRAM ARGUMENT...: an unchanged MPI program, without and with Allfold preloaded.
. "$(dirname "$0")/common.sh"

run $MPIRUN -n 3 "$@"
expect_right_results
! grep -q '^allfold: ' "$directory/err" || fail "Allfold is in it without having been loaded"

run_served env LD_PRELOAD="$LIBRARY" $MPIRUN -n 3 "$@"
run_served $MPIRUN -x LD_PRELOAD="$LIBRARY" -n 3 "$@"
