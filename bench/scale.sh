#!/usr/bin/env bash
# shellcheck source-path=SCRIPTDIR
# Compares Allfold with other MPI libraries' algorithms on simulated machines.
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
usage: bench/scale.sh [--platform flat|fat-tree|dragonfly|torus|ideal|FILE.xml] [--ranks 13,64,...] [--ppn 1]
                      [--node milan] [--sizes 8,512,...] [--collective both] [--algorithm auto] [--also NAME]...
                      [--peer smpi:NAME]... [--latency 0.6us] [--rate 12.5] [--overhead 0.2us] [--taper 2]
                      [--gamma 0.02ns] [--hosts FILE] [--results FOLDER] [--simulate FILE] [--quick]
                      [-- OPTION OF simulate...]

Builds Allfold for SimGrid (build/smpi), runs it and the algorithms of other MPI libraries on a simulated
machine, and prints which is faster at each point. Times are simulated: they are exact, and the same on each
machine. If it is interrupted, a further call continues.

  --platform NAME    the network, or a platform file of SimGrid; default: flat
  --ranks P,...      numbers of ranks, or FROM-TO; default: 13,64,100,256
  --ppn N            ranks on each host; default: 1
  --node NAME        with --ppn: the modelled node that each host is, as for bench/node.sh; default: milan
  --sizes BYTES,...  vector sizes, as for allfold bench; default: 8,512,8k,64k,512k,4m
  --collective NAME  allreduce, reduce, both of these (the default), reduce_scatter or all
  --algorithm NAME   Allfold's algorithm, as for allfold bench; default: auto
  --also NAME        another one of Allfold's algorithms; may be repeated
  --peer smpi:NAME   an algorithm of SMPI's, or the choice of another library: smpi:ompi, smpi:mpich,
                     smpi:mvapich2, smpi:impi; may be repeated; default: the first three
  --latency, --rate, --overhead, --taper, --gamma
                     parameters of the network and of reductions: see docs/internals/scale.md
  --hosts FILE       names of the hosts of a platform file, one per line
  --results FOLDER   folder for the simulations; default: build/bench/scale
  --simulate FILE    simulate with this program and build nothing
  --quick            a first look: at most 64 ranks and 512 KiB, in less than 3 minutes
END
}

platform=flat ranks='' ppn=1 node=milan sizes='' collective=both algorithm=auto also=() peer=() hosts='' quick=no
latency=0.6us rate=12.5 overhead=0.2us taper=2 gamma=0.02ns
results=$source_dir/build/bench/scale simulate='' options=()
read_options platform,ranks,ppn,node,sizes,collective,algorithm,also,peer,latency,rate,overhead,taper,gamma,hosts,results,simulate,quick! "$@"
if [ $quick = yes ]; then
  ranks=${ranks:-13,24,64} sizes=${sizes:-8,8k,512k}
else
  ranks=${ranks:-13,64,100,256} sizes=${sizes:-8,512,8k,64k,512k,4m}
fi
[ ${#peer[@]} -gt 0 ] || peer=(smpi:ompi smpi:mpich smpi:mvapich2)
for name in "${peer[@]}"; do
  [[ $name == smpi:?* ]] ||
    refuse --peer "unknown peer '$name': expected smpi:NAME, for example smpi:mpich"
done
number='[1-9][0-9]*'
[[ $ranks =~ ^$number([:-]$number)?(,$number([:-]$number)?)*$ ]] ||
  refuse --ranks "invalid value '$ranks': expected numbers, as in 13,60:64"
[[ $sizes =~ ^[0-9]+[kmgKMG]?([:,][0-9]+[kmgKMG]?)*$ ]] ||
  refuse --sizes "invalid value '$sizes': expected bytes, as in 8,2k or 8:4m:4"
[[ $ppn =~ ^$number$ ]] || refuse --ppn "invalid value '$ppn': expected a number from 1 on"
[[ $collective =~ ^(allreduce|reduce|both|reduce_scatter|all)$ ]] ||
  refuse --collective "invalid value '$collective': expected allreduce, reduce, both, reduce_scatter or all"
contestants=("$algorithm" "${also[@]}" "${peer[@]}")
[ ! -f "$platform" ] || platform=$(realpath "$platform")
[ ! -f "$node" ] || node=$(realpath "$node")
machine=(--platform "$platform" --ppn "$ppn" --latency "$latency" --rate "$rate" --overhead "$overhead"
  --taper "$taper" --gamma "$gamma" ${hosts:+--hosts "$hosts"} "${options[@]}")

# build_simulator: sets `simulate`.
build_simulator() {
  packages cmake ninja-build g++ gcc libsimgrid-dev
  step "configure build/smpi"
  (cd "$source_dir" && logged "$results/configure.log" cmake --preset smpi -G "$(generator_for "build/smpi")" \
    -DALLFOLD_TESTS=OFF)
  step "build the simulator (some minutes, the first time)"
  logged "$results/build.log" cmake --build "$source_dir/build/smpi" --target simulate simulate_node
  simulate=$source_dir/build/smpi/bench/scale/simulate
}

# find_node_times: if hosts have several ranks, sets `node_times` to a file with the times of their shared memory, which
# it makes unless it exists.
find_node_times() {
  local of_node model lanes candidates=(--candidate allfold --candidate messages)
  of_node=$(dirname "$simulate")/../node/simulate_node
  [ "$ppn" -gt 1 ] || return 0
  model=$("$of_node" --node "$node" --describe) || exit 2
  node_times=$results/node-$(cat "$of_node" <(echo "$model" "$ppn") | checksum).tsv
  [ ! -e "$node_times" ] || return 0
  step "times of $ppn ranks in the shared memory of $node"
  for ((lanes = 1; lanes <= ppn; lanes *= 2)); do
    candidates+=(--candidate "allfold:scatter.$lanes" --candidate "allfold:halves.$lanes")
    [ $((2 * lanes)) -le "$ppn" ] || [ $lanes = "$ppn" ] ||
      candidates+=(--candidate "allfold:scatter.$ppn" --candidate "allfold:halves.$ppn")
  done
  "$of_node" --node "$node" --ranks "$ppn" --collective both --sizes 8:2m:4 "${candidates[@]}" > "$node_times.part" ||
    exit 2
  mv "$node_times.part" "$node_times"
}

# numbers TEXT: prints the numbers in "13,60:64" or "13,60-64", one per line.
numbers() {
  local part
  for part in ${1//,/ }; do seq "${part%%[:-]*}" "${part##*[:-]}"; done | sort -nu
}

# file_of COLLECTIVE RANKS CONTESTANT: the name of the file for its lines. The folder belongs to one
# machine and one set of sizes. Files of Allfold also belong to one build.
file_of() {
  local of_build=
  [[ $3 = smpi:* ]] || of_build=-$build
  echo "$folder/$1-$2-${3//[^A-Za-z0-9=-]/_}$of_build"
}

# simulated COLLECTIVE RANKS CONTESTANT: runs one simulation. It leaves its file if it succeeds, and
# an empty file if the contestant does not implement the collective.
simulated() {
  local file status=0
  file=$(file_of "$@")
  # The shell's message about a simulation that a signal ended goes to the log.
  { timeout "$time_limit" "$simulate" "${machine[@]}" --collective "$1" --ranks "$2" --sizes "$sizes" \
    --contestant "$3" > "$file.part" < /dev/null & } 2> "$file.log"
  simulation=$!
  # A signal reaches this shell only, so it passes the signal on.
  trap 'kill $simulation 2> /dev/null; exit 143' TERM
  { wait $simulation || status=$?; } 2>> "$file.log"
  if grep -q "Collective '.*' has no algorithm" "$file.log"; then
    echo "left out: $1 by $3: SMPI has no such algorithm" >&2
    rm "$file.part"
    : > "$file.tsv"
  elif [ $status = 0 ]; then
    grep -v '^#' "$file.part" > "$file.tsv"
    sed -n 's/^# //p' "$file.part" > "$folder/model-$2-$build"
    rm "$file.part"
  else
    rm -f "$file.part"
    echo "$1, $2 ranks, $3" >> "$folder/failures"
    { tail -n 5 "$file.log" | sed 's/^/    /'
      echo "FAILED: $1, $2 ranks, $3 (all it printed: $file.log)"; } >&2
    return 0
  fi
  rm -f "$file.log"
}
time_limit=3600

# measure: runs all missing simulations, as many at a time as there are processors.
measure() {
  local piece
  while IFS=$'\t' read -r -a piece; do
    [ ! -e "$(file_of "${piece[@]}").tsv" ] || continue
    while [ "$(jobs -rp | wc -l)" -ge "$(nproc)" ]; do wait -n || true; done
    step "${piece[0]}, ${piece[1]} ranks, ${piece[2]}"
    simulated "${piece[@]}" &
  done < <(pieces)
  wait
}

# collectives: prints those to simulate.
collectives() {
  case $collective in
    both) echo allreduce reduce ;;
    all) echo allreduce reduce reduce_scatter ;;
    *) echo "$collective" ;;
  esac
}

# pieces: prints collective, ranks and contestant of each simulation, one per line.
pieces() {
  local p name each
  for p in $(numbers "$ranks"); do
    for each in $(collectives); do
      for name in "${contestants[@]}"; do printf '%s\t%s\t%s\n' "$each" "$p" "$name"; done
    done
  done
}

# name_strangers: reports contestants for which nothing could be simulated, because SMPI does not
# know the name.
name_strangers() {
  local name
  for name in "${contestants[@]}"; do
    compgen -G "$(file_of '*' '*' "$name").tsv" > /dev/null || continue
    [ -z "$(find "$folder" -name "$(basename "$(file_of '*' '*' "$name")").tsv" -size +0)" ] || continue
    echo "$name" >> "$folder/failures"
    echo "FAILED: $name: SMPI has no such algorithm" >&2
  done
}

# files: prints the files of the requested simulations.
files() {
  local piece file
  while IFS=$'\t' read -r -a piece; do
    file=$(file_of "${piece[@]}").tsv
    [ ! -s "$file" ] || echo "$file"
  done < <(pieces)
}

# models: prints "RANKS MODEL;" for each number of ranks.
models() {
  local p
  for p in $(numbers "$ranks"); do
    [ ! -s "$folder/model-$p-$build" ] || printf '%s %s;' "$p" "$(cat "$folder/model-$p-$build")"
  done
}

# by_awk FORM: prints the results.
by_awk() {
  local list
  mapfile -t list < <(files)
  awk -v place="$described${node_times:+, hosts as $(basename "$node")}" -v ppn="$ppn" -v algorithm="$algorithm" -v first_peer="${peer[0]}" -v form="$1" \
    -v models="$(models)" \
    -f "$source_dir/bench/run/common.awk" -f "$source_dir/bench/run/simulated.awk" \
    -f "$source_dir/bench/run/scale.awk" "${list[@]}"
}

mkdir -p "$results"
TMPDIR=$(mktemp -d) # also for simulations that end early
export TMPDIR
trap 'kill $(jobs -p) 2> /dev/null || true; rm -rf "$TMPDIR"' EXIT
trap 'exit 130' INT TERM HUP
[ -n "$simulate" ] || build_simulator >&2
described=$("$simulate" "${machine[@]}" --ranks "$(numbers "$ranks" | tail -n 1)" --describe) || exit 2
node_times=''
find_node_times >&2
[ -z "$node_times" ] || machine+=(--node-times "$node_times")
# Files depend on this program and on the library beside it.
build=$(find "$(dirname "$simulate")" -maxdepth 1 \( -samefile "$simulate" -o -name '*.so' \) -exec cat {} + | checksum)
# The folder depends on the platform's files, on SimGrid, and on the source that times calls.
content_of_machine() {
  local file
  printf '%s\n' "${machine[@]}" "$sizes"
  for file in "$platform" "$hosts" "$node_times" "$source_dir"/bench/scale/*.[ch]pp; do [ ! -f "$file" ] || cat "$file"; done
  ldd "$simulate" 2> /dev/null | awk '$1 ~ /^libsimgrid/ { print $1 }' || true
}
folder=$results/$(content_of_machine | checksum)
mkdir -p "$folder"
use_alone "$folder" 'of the same machine and sizes'
rm -f "$folder/failures"
printf '%s\n' "$described" "${machine[*]} --sizes $sizes" > "$folder/machine"
measure >&2
name_strangers
[ -n "$(files)" ] || { echo "bench/scale.sh: nothing could be simulated" >&2; exit 1; }
by_awk text | tee "$folder/scale.md"
by_awk json > "$folder/scale.json"
echo "complete output: $folder" >&2
[ ! -s "$folder/failures" ] || exit 1
