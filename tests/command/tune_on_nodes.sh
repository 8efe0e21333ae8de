#!/usr/bin/env bash
# tune_on_nodes.sh ON_NODES COMMAND: `allfold tune` on ranks that appear to be on nodes of 2, with every second rank
# on the same node. The environment contains MPIRUN. Exits with 77 if that is impossible.
set -euo pipefail
on_nodes=$1 allfold=$2
directory=$(mktemp -d)
trap 'rm -rf "$directory"' EXIT
rules=$directory/rules.json
# shellcheck source=tune_whole.sh
. "$(dirname "$(realpath "$0")")/tune_whole.sh"

# tune WHERE RANKS SECONDS ARGUMENT...
tune() {
  local where=$1 ranks=$2 seconds=$3 status=0
  shift 3
  tune_whole "$directory/out" "$seconds" "$on_nodes" "$where" "$ranks" "$allfold" tune -o "$rules" "$@" || status=$?
  [ $status = 0 ] || { cat "$directory/out" && exit $status; }
}
tune turn:2 4 10 --ranks 2:4 --sizes 8 --quiet

# expect COUNT PATTERN: this many lines match.
expect() {
  local lines
  lines=$(grep -cE -- "$2" "$rules" || true)
  [ "$lines" = "$1" ] || { echo "'$2' stands in $lines lines instead of $1:"; cat "$rules"; exit 1; }
}
# The first node is filled first: 2 ranks are on one node, 3 and 4 on both. Each number of ranks has an Allreduce and
# a Reduce.
expect 6 '"ranks": [234], "ranks-per-node": 2, "bytes": 8,'
expect 2 '"node": \['
expect 4 '"lanes[^"]*": \['
expect 1 '"alpha-inside"'

# The gap is measured only with more ranks than a pair; before that it is the usual gap of the network.
expect 1 '"gap": "(8us|300ns)"'
# Noise may hide it, but not in every job.
for _ in 1 2 3 4 5 6 7 8; do
  tune 1 3 1 --ranks 2 --sizes 8 --quiet
  expect 1 '"gap": "[0-9.]+[mun]s"'
  grep -qE '"gap": "(8us|300ns)"' "$rules" || break
done
expect 0 '"gap": "(8us|300ns)"'
