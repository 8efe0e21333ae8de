#!/bin/bash
# nodes.sh ON_NODES PROGRAM: the choice for ranks on several nodes. ON_NODES is support/on_nodes.sh, which uses MPIRUN
# of the environment, and PROGRAM is reduce_once.
set -euo pipefail
on_nodes=$1 program=$2
output=$(mktemp)
trap 'rm -f "$output"' EXIT

# expect CHOICE LAYOUT RANKS [VARIABLE=VALUE...]
expect() {
  local choice=$1 layout=$2 ranks=$3 status=0
  shift 3
  env ALLFOLD_VERBOSE=1 "$@" "$on_nodes" "$layout" "$ranks" "$program" >"$output" 2>&1 || status=$?
  [ "$status" != 77 ] || { cat "$output"; exit 77; }
  [ "$status" = 0 ] && grep -aqE "^allfold: allreduce on $ranks ranks, .*: $choice " "$output" ||
    { echo "FAILED: not $choice on $ranks ranks, $layout"; cat "$output"; exit 1; }
}

# A kernel on meshes has one row per node; if the nodes are unequal, it uses the most square grid.
expect bsbt-2d:rows=3 2 6 ALLFOLD_ALLREDUCE=bsbt-2d
expect bsbt-2d:rows=2 3 6 ALLFOLD_ALLREDUCE=bsbt-2d
expect bsbt-2d:rows=2 4 6 ALLFOLD_ALLREDUCE=bsbt-2d

# Lanes are used if a node holds several ranks, in any order, and another node may hold one.
expect 'lanes:lanes=[12],steps=3' 2 6
expect 'lanes:lanes=[123],steps=2' turn:2 6
expect 'lanes:lanes=1,steps=2' 4 5
expect 'lanes:lanes=[12],steps=3' 2 6 ALLFOLD_REPRODUCIBLE=1
expect 'composed:steps=[^ ]*' 3 6 ALLFOLD_REPRODUCIBLE=1
expect direct 1 3
expect 'composed:steps=[^ ]*' 2 4 ALLFOLD_NODE=0
