#!/bin/bash
# small_stacks.sh PROGRAM NATIVE: reductions on threads with small stacks that suffice for the MPI library alone. The
# environment contains MPIRUN, with its flags.
set -euo pipefail
program=$1 native=$2
# shellcheck source=../../said.sh
. "$(dirname "$0")/../../said.sh"

for first in main thread; do
  if ! timeout 60 $MPIRUN -n 3 "$native" $first > "$directory/out" 2>&1; then
    echo "the MPI library itself needs larger stacks"
    exit 77
  fi
  for node in 1 0; do
    for ranks in 2 3 5; do
      timeout 60 $MPIRUN -x ALLFOLD_NODE=$node -n $ranks "$program" $first > "$directory/out" 2>&1 ||
        fail "status $? on $ranks ranks, ALLFOLD_NODE=$node, first call by $first"
      says_in_lines $ranks ': 0 wrong$'
    done
  done
done
