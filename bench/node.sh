#!/usr/bin/env bash
# shellcheck source-path=SCRIPTDIR
# Compares Allfold's node level with designs and published times, on modelled nodes.
set -euo pipefail

source_dir=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
# shellcheck source=../cmake/packages.sh
. "$source_dir/cmake/packages.sh"
# shellcheck source=run/progress.sh
. "$source_dir/bench/run/progress.sh"
# shellcheck source=run/options.sh
. "$source_dir/bench/run/options.sh"
# shellcheck source=run/build.sh
. "$source_dir/bench/run/build.sh"

usage() {
  cat << 'END'
usage: bench/node.sh [--node milan] [--ranks 128,96,...] [--bind core] [--sizes 8,512,...] [--collective allreduce]
                     [--algorithm allfold] [--also NAME]... [--results FOLDER] [--simulate FILE] [--validate]
                     [-- OPTION OF simulate_node...]

Simulates the ranks of one node with Allfold's node level and with designs, and prints which is faster at each
point, beside published times of other libraries. It needs no MPI library. Times are modelled: they are exact, and
the same on each machine. If it is interrupted, a further call continues.

  --node NAME        rome, milan, genoa, xeon, grace, grace4, or a node file; default: milan
  --ranks P,...      numbers of ranks, or FROM-TO; default: one rank on each core, and on three quarters of the cores
  --bind NAME        core (successive cores, the default), socket (the sockets in turns) or both
  --sizes BYTES,...  vector sizes, as for allfold bench; default: 8,512,1k,4k,16k,64k,256k,1m
  --collective NAME  allreduce (the default), reduce, both of these, reduce_scatter or all
  --algorithm NAME   the candidate with which the others are compared; default: allfold
  --also NAME        another candidate, as `simulate_node --help` lists them; may be repeated; default: the designs
                     that the node file names
  --results FOLDER   folder for the simulations; default: build/bench/node
  --simulate FILE    simulate with this program and build nothing
  --validate         compare the model with the published times of ext_mpi_collectives instead
END
}

node=milan ranks='' bind=core sizes=8,512,1k,4k,16k,64k,256k,1m collective=allreduce algorithm=allfold also=()
results=$source_dir/build/bench/node simulate='' validate=no options=()
read_options node,ranks,bind,sizes,collective,algorithm,also,results,simulate,validate! "$@"
[ ! -f "$node" ] || node=$(realpath "$node")
published=$source_dir/bench/node/published.tsv

# build_simulator: sets `simulate`.
build_simulator() {
  packages cmake ninja-build g++ gcc
  step "configure build/node-model"
  (cd "$source_dir" && logged "$results/configure.log" cmake --preset node-model -G "$(generator_for "build/node-model")" \
    -DALLFOLD_TESTS=OFF)
  step "build the simulator (some minutes, the first time)"
  logged "$results/build.log" cmake --build "$source_dir/build/node-model" --target simulate_node
  simulate=$source_dir/build/node-model/bench/node/simulate_node
}

# numbers TEXT: prints the numbers in "13,60:64" or "13,60-64", one per line.
numbers() {
  local part
  for part in ${1//,/ }; do seq "${part%%[:-]*}" "${part##*[:-]}"; done | sort -nu
}

# pieces: prints node, collective, binding, ranks, candidate, sizes and a further option of each simulation, one per
# line.
pieces() {
  local each by p name collectives=$collective
  [ "$collective" != both ] || collectives="allreduce reduce"
  [ "$collective" != all ] || collectives="allreduce reduce reduce_scatter"
  for each in $collectives; do
    for by in ${bind/both/core socket}; do
      for p in $(numbers "$ranks"); do
        for name in "${candidates[@]}"; do
          printf '%s\t' "$node" "$each" "$by" "$p" "$name" "$sizes"
          echo --rewritten
        done
      done
    done
  done
}

# pieces_of_validation: the same for the published times that a candidate imitates.
pieces_of_validation() {
  awk -F '\t' -v OFS='\t' \
    'FNR > 1 && $6 != "-" { print $1, "allreduce", "core", $2, $6, $3, "--unchanged" }' "$published"
}

# file_of PIECE...: the name of the file for its lines. The folder belongs to one build.
file_of() { echo "$folder/$(printf '%s\n' "$@" "${options[@]}" | checksum)-$4-${5//[^A-Za-z0-9.-]/_}.tsv"; }

# simulated PIECE...: runs one simulation, unless its file exists.
simulated() {
  local file status=0
  file=$(file_of "$@")
  [ ! -e "$file" ] || return 0
  "$simulate" --node "$1" --collective "$2" --bind "$3" --ranks "$4" --candidate "$5" --sizes "$6" "$7" \
    "${options[@]}" > "$file.part" 2> "$file.log" < /dev/null || status=$?
  cat "$file.log" >&2
  [ $status = 0 ] || return $status
  mv "$file.part" "$file"
}

# measure: reads pieces, and runs those that are missing, as many at a time as there are processors.
measure() {
  local piece status=0
  while IFS=$'\t' read -r -a piece; do
    [ ! -e "$(file_of "${piece[@]}")" ] || continue
    while [ "$(jobs -rp | wc -l)" -ge "$(nproc)" ]; do wait -n || status=$?; done
    [ $status = 0 ] || break
    step "${piece[1]} by ${piece[2]}, ${piece[3]} ranks, ${piece[4]}"
    simulated "${piece[@]}" &
  done
  while [ -n "$(jobs -p)" ]; do wait -n || status=$?; done
  return $status
}

# by_awk FORM: reads pieces, and prints their results.
by_awk() {
  local list piece
  while IFS=$'\t' read -r -a piece; do list+=("$(file_of "${piece[@]}")"); done
  awk -v place="$described" -v node="$node" -v algorithm="$algorithm" -v published="$published" -v form="$1" \
    -f "$source_dir/bench/run/common.awk" -f "$source_dir/bench/run/simulated.awk" \
    -f "$source_dir/bench/run/node.awk" "${list[@]}"
}

mkdir -p "$results"
trap 'kill $(jobs -p) 2> /dev/null || true' EXIT
trap 'exit 130' INT TERM HUP
[ -n "$simulate" ] || build_simulator >&2
described=$("$simulate" --node "$node" "${options[@]}" --describe) || exit 2
# Files depend on this program and on the nodes.
folder=$results/$(cat "$simulate" "$source_dir"/bench/node/nodes/*.json <(echo "$described") | checksum)
mkdir -p "$folder"
use_alone "$folder" 'of the same build and node'
cores=$(awk '$1 == "cores.all" { print $2 }' <<< "$described")
ranks=${ranks:-$cores,$((cores * 3 / 4))}
described=$(head -n 1 <<< "$described")
if [ "$validate" = yes ]; then
  pieces_of_validation | measure >&2
  pieces_of_validation | by_awk validation | tee "$folder/validation.md"
  exit
fi
[ ${#also[@]} -gt 0 ] || mapfile -t also < <("$simulate" --node "$node" --designs)
candidates=("$algorithm" "${also[@]}")
pieces | measure >&2
pieces | by_awk text | tee "$folder/node.md"
pieces | by_awk json > "$folder/node.json"
echo "complete output: $folder" >&2
