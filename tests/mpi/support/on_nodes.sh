#!/bin/bash
# on_nodes.sh LAYOUT RANKS PROGRAM [ARGUMENT...]
#
# Runs PROGRAM on ranks that appear to be on several nodes: each has the /dev/shm of its node, by which nodes are
# distinguished, and messages use TCP. LAYOUT is the number of successive ranks on a node, or turn:N for N nodes that
# hold every N-th rank. The environment contains MPIRUN, with its flags. Exits with 77 if mounts are not permitted.
set -euo pipefail
if [ "$1" = --on-node ]; then
  directory=$2 layout=$3
  shift 3
  rank=${OMPI_COMM_WORLD_RANK:-${PMI_RANK:-}} # of Open MPI, and of launchers that use PMI
  case $layout in
    turn:*) node=$((rank % ${layout#turn:})) ;;
    *) node=$((rank / layout)) ;;
  esac
  mount --bind "$directory/$node" /dev/shm
  exec "$@"
fi

unshare -m mount --bind /tmp /dev/shm || { echo "mounts are not for us"; exit 77; }
layout=$1 ranks=$2
shift 2
directory=$(mktemp -d)
trap 'rm -rf "$directory"' EXIT
for ((node = 0; node < ranks; ++node)); do mkdir "$directory/$node"; done
$MPIRUN --by-network -n "$ranks" unshare -m "$0" --on-node "$directory" "$layout" "$@"
