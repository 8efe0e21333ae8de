#!/usr/bin/env bash
# shellcheck source-path=SCRIPTDIR
# script.sh SIMULATE SOURCE: what bench/node.sh simulates, stores and prints, and errors in command lines.
set -euo pipefail
simulate=$1 source_dir=$2
# shellcheck source=../said.sh
. "$(dirname "$0")/../said.sh"
export TMPDIR=$directory

# script STATUS OPTION...
script() {
  local expected=$1 status=0
  shift
  echo "+ bench/node.sh $*"
  "$source_dir/bench/node.sh" --simulate "$simulate" --results "$directory/results" "$@" \
    > "$directory/out" 2> "$directory/err" || status=$?
  [ $status = "$expected" ] || fail "status $status instead of $expected"
}

few=(--node xeon --ranks "5,8" --sizes "8,8k" --bind both --collective all)
script 0 "${few[@]}"
tells 'allreduce by core, 5 ranks, allfold$'
tells 'reduce by socket, 8 ranks, slices:12\.48$'
tells '^left out: slices:12\.48 makes no Reduce_scatter: expected allfold, '
tells '^left out: tree: 8192 bytes: expected at most 4096$'
says '^# Allfold on a modelled node: xeon: 2 Intel Xeon '
says '^### allreduce, by core, 5 ranks$'
says '^### reduce, by socket, 8 ranks$'
says '^### reduce_scatter, by core, 8 ranks$'
says '^\| size \| allfold \| tree:12\.48 \| ratio \| slices:12\.48 \| ratio \|$'
says '^\| 8 B \| [0-9.]+ \| [0-9.]+ \| [0-9.]+ \| [0-9.]+ \| [0-9.]+ \|$'
says '^\| 8 KiB \| [0-9.]+ \| – \| – \| [0-9.]+ \| [0-9.]+ \|$'
says '^\| allreduce, by core \| 8 \| [0-9.]+ \| [0-9.]+ \| (8 B|8 KiB) \| (tree|slices):12\.48 \|$'
says '^ +ranks +5 +8$'
says '^ +[A-C] (allfold|tree:12\.48|slices:12\.48)$'
cp "$directory/out" "$directory/before"
json=$(echo "$directory"/results/*/node.json)
for key in '"algorithm": "allfold"' '"name": "tree:12.48", "kind": "modelled"' '"bytes": 8192'; do
  grep -qF -- "$key" "$json" || fail "no $key in the JSON"
done
if command -v python3 > /dev/null; then python3 -m json.tool "$json" > /dev/null || fail "that is no JSON"; fi

# Existing results are not simulated again, missing ones are. The tables are the same.
rm "$directory"/results/*/*-8-slices_12.48.tsv
script 0 "${few[@]}"
tells 'allreduce by core, 8 ranks, slices:12\.48$'
tells_not '5 ranks|8 ranks, (allfold|tree)'
cmp "$directory/out" "$directory/before" || fail "the tables are other ones"

# Published times are beside those of the model, for the same number of ranks.
script 0 --node grace --ranks "72,8" --sizes "8" --also allfold:flat
says '^\| size \| allfold \| allfold:flat \| ratio \| ext_mpi, measured \| ratio \|$'
says '^\| size \| allfold \| allfold:flat \| ratio \|$'
says '^\| 8 B \| [0-9.]+ \| [0-9.]+ \| [0-9.]+ \| 2\.00 \| [0-9.]+ \|$'
says '^ext_mpi: github\.com/eth-cscs/ext_mpi_collectives, '

# A node of the user's, with one parameter changed.
sed 's/"name": "grace"/"name": "mine"/' "$source_dir/bench/node/nodes/grace.json" > "$directory/mine.json"
script 0 --node "$directory/mine.json" --ranks 6 --sizes 8 --also tree:9 -- --set latency.same_l3=200
says '^# Allfold on a modelled node: mine: '

script 2 --nonsense
tells 'bench/node.sh: unknown option --nonsense'
script 2 --node naples
tells "^simulate_node: --node: unknown node 'naples': expected genoa, "
echo '{"name": 1}' > "$directory/wrong.json"
script 2 --node "$directory/wrong.json"
tells '^simulate_node: .*/wrong\.json:1: "name": expected a text, got a whole number$'
script 2 --node xeon -- --set latency.same=1
tells "^simulate_node: --set: 'latency.same': unknown parameter \(did you mean 'latency.same_l3'\?\)"
script 2 --node xeon --ranks 97 --sizes 8
tells '^simulate_node: --ranks: invalid number of ranks 97: expected 1 to 96$'
script 2 --node xeon --ranks 4 --sizes 8 --also ring
tells '^simulate_node: --candidate: ring: unknown candidate; '
script 2 --node xeon --ranks 4 --sizes 8 --bind thread
tells "^simulate_node: --bind: unknown value 'thread': expected core, socket or both$"
script 2 --node xeon --ranks 4 --sizes 8 --collective bcast
tells "^simulate_node: --collective: unknown collective 'bcast': expected allreduce, reduce, both of these, reduce_scatter or all$"
script 2 --node xeon --ranks 4 --sizes 64m
tells '^simulate_node: --sizes: 67108864 bytes: expected 1 to 16777216$'
