#!/bin/bash
# closed.sh CLOSING STAYING CLOSED: a module that is linked with Allfold is closed before MPI ends.
. "$(dirname "$0")/common.sh"

run env ALLFOLD_VERBOSE=1 $MPIRUN -n 2 "$@"
expect_right_results
grep -q '^allfold: .*allreduce' "$directory/err" || fail "Allfold has not served"
