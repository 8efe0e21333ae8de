#!/bin/bash
# on_nodes.sh LAYOUT RANKS PROGRAM [ARGUMENT...]
#
# Runs PROGRAM on ranks that take each other to be on several nodes: each has the /dev/shm of its
# node, which is how nodes are told apart, and messages go by TCP. LAYOUT is the number of
# successive ranks on a node, or turn:N for N nodes that hold every N-th rank. The environment gives
# MPIRUN, with its flags. Exits with 77 where mounts are not for us.
set -euo pipefail
if [ "$1" = --on-node ]; then
  directory=$2 layout=$3
  shift 3
  rank=${OMPI_COMM_WORLD_RANK:-${PMI_RANK:-}} # Open MPI's, and that of launchers which speak PMI
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
