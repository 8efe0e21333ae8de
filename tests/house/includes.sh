#!/usr/bin/env bash
# Includes go one way only, between folders and inside them, and schedule/, algorithms/, select/, ops/
# and node/ never see <mpi.h>.
set -euo pipefail
cd "$1/src"
failures=0

# forbidden FOLDER PATTERN: no file of the folder includes anything that matches.
forbidden() {
  if [ -d "$1" ] && grep -rnE "^ *# *include [<\"]($2)" "$1"; then
    echo "  ($1/ must not include that)"
    failures=1
  fi
}
forbidden system     '(mpi\.h|schedule/|algorithms/|select/|exec/|node/|ops/|mpi/|command/|picture/)'
forbidden schedule   '(mpi\.h|algorithms/|select/|exec/|node/|ops/|mpi/|command/|picture/)'
forbidden algorithms '(mpi\.h|select/|exec/|node/|ops/|mpi/|command/|picture/)'
forbidden select     '(mpi\.h|exec/|node/|ops/|mpi/|command/|picture/)'
forbidden picture    '(mpi\.h|select/|exec/|node/|ops/|mpi/|command/)'
forbidden ops        '(mpi\.h|schedule/|algorithms/|select/|exec/|node/|mpi/|command/|picture/)'
forbidden exec       '(algorithms/|select/|mpi/|command/|picture/)'
forbidden node       '(mpi\.h|algorithms/|select/|mpi/|command/|picture/)'
forbidden mpi        '(command/|picture/)'
forbidden text       '(mpi\.h|schedule/|algorithms/|select/|exec/|node/|ops/|mpi/|command/|picture/)'
# acyclic FOLDER: a header with its source is one part, and no part of the folder includes itself by
# way of others.
acyclic() {
  if ! grep -oE "^#include \"$1/[^\"]+\.hpp\"" "$1"/*.?pp |
       sed -E 's|^([^:]*)\.[ch]pp:#include "(.*)\.hpp"$|\1 \2|' | tsort > /dev/null; then
    echo "  ($1/ must not include itself in a circle)"
    failures=1
  fi
}
for folder in exec mpi node system text; do acyclic "$folder"; done
# The executor's tests run without MPI.
for file in exec/executor exec/layout exec/prepared exec/workspace exec/interfaces; do
  if grep -nE 'include <mpi\.h>' "$file".*; then failures=1; fi
done
# How vectors are cut is one thing for all.
if grep -rnE 'include "schedule/' node | grep -v '"schedule/blocks\.hpp"'; then failures=1; fi
# Of the executor the node level knows what it reduces with, and nothing that sends.
if grep -rnE 'include "exec/' node | grep -vE '"exec/(interfaces|layout|workspace)\.hpp"'; then failures=1; fi
# fmt's formatting code is compiled once, in text/format.cpp.
if grep -rnE '<fmt/format\.h>|fmt::(format|print)\(' . | grep -v '^./text/'; then
  echo "  (use text/format.hpp)"
  failures=1
fi
# Native collectives that we override are reached through their own pointers only.
if grep -rnE '\bPMPI_(Allreduce|Reduce|Finalize|Comm_free|Comm_disconnect)\(' . | grep -vE 'overrides\.cpp|decltype'; then
  echo "  (that is our own function, not the MPI library's)"
  failures=1
fi
# Everything else of MPI goes through its profiling names.
if grep -rnE '(^|[^P_A-Za-z])MPI_[A-Z][a-z_]+\(' exec node mpi 2>/dev/null |
   grep -vE 'overrides\.cpp|//'; then
  echo "  (call PMPI_ instead)"
  failures=1
fi
exit $failures
