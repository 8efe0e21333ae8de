#!/bin/bash
# nodes.sh PROGRAM: a kernel on meshes has a row for each node. PROGRAM is reduce_once, on 6 ranks.
# The environment gives MPIRUN, with its flags. Ranks see a /dev/shm for each node, which is how
# machines are told apart.
set -euo pipefail
if [ "${1:-}" = --on-node ]; then
  mount --bind "$2/$((OMPI_COMM_WORLD_RANK / $3))" /dev/shm
  exec "$4"
fi
unshare -m mount --bind /tmp /dev/shm || { echo "mounts are not for us"; exit 77; }
directory=$(mktemp -d)
trap 'rm -rf "$directory"' EXIT
mkdir "$directory"/{0..2}

# expect_rows ROWS RANKS-PER-NODE
expect_rows() {
  ALLFOLD_VERBOSE=1 ALLFOLD_ALLREDUCE=bsbt-2d $MPIRUN --mca btl tcp,self -n 6 \
    unshare -m "$0" --on-node "$directory" "$2" "$program" >"$directory/all" 2>&1 &&
    grep -q "^allfold: allreduce on 6 ranks, .*: bsbt-2d:rows=$1 " "$directory/all" ||
    { echo "FAILED: not $1 rows for $2 ranks on a node"; cat "$directory/all"; exit 1; }
}

program=$1
expect_rows 3 2
expect_rows 2 3
expect_rows 2 4  # unequal: the most square grid
