#!/usr/bin/env bash
# peers.sh NATIVE PROGRAM: the set-up of a communicator connects a rank with few others, since the number of open
# files is limited and a job may have thousands of ranks. In addition to the native calls it makes one blocking
# Allgather, one Allreduce, and a hidden communicator: at most two partners in each round. The environment contains
# MPIRUN, with its flags.
set -euo pipefail
native=$1 program=$2
$MPIRUN --version | grep -E 'Open MPI|OpenRTE' > /dev/null || { echo "the sockets of other MPI libraries are not counted here" && exit 77; }

# opened RANKS PROGRAM [VARIABLE=VALUE...]
opened() {
  local ranks=$1 run=$2
  shift 2
  # shellcheck disable=SC2086 # MPIRUN is a command with its flags
  env "$@" $MPIRUN --mca btl self,tcp --mca pml ob1 -n "$ranks" "$run" | sed -n 's/^opened //p'
}

for ranks in 12 16; do
  rounds=$(awk -v p="$ranks" 'BEGIN { while (2 ^ r < p) ++r; print r }')
  natively=$(opened "$ranks" "$native" NONE=0)
  for node in 0 1; do
    # With an algorithm that has one partner per round: it needs the hidden communicator.
    with_allfold=$(opened "$ranks" "$program" ALLFOLD_NODE=$node ALLFOLD_ALLREDUCE=recursive-doubling)
    echo "$ranks ranks: $natively sockets natively, $with_allfold with Allfold's set-up (ALLFOLD_NODE=$node)"
    [ "$with_allfold" -le $((natively + 2 * rounds)) ] && [ "$with_allfold" -lt $((ranks - 1)) ] || {
      echo "FAILED: the set-up connects too many ranks"
      exit 1
    }
  done
done
