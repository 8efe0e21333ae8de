#!/usr/bin/env bash
# shellcheck source-path=SCRIPTDIR
# Shows jumps of the time of Allfold's choices that the cost model does not predict.
set -euo pipefail

source_dir=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
# shellcheck source=run/script.sh
. "$source_dir/bench/run/script.sh"
# shellcheck source=run/pieces.sh
. "$source_dir/bench/run/pieces.sh"

usage() {
  cat << 'END'
usage: bench/cliffs.sh [--hosts 2,3,...] [--local P,...] [--sweep 7,8] [--rules FILE | --budget 600s]
                       [--results FOLDER] [--allfold FILE] [--delay 500us] [--rate 200mbit]
                       [-- OPTION OF allfold bench...]

Builds Allfold (build/release), tunes it, and measures separated calls of Allreduce and Reduce: at all
numbers of ranks for 8 B, 8 KiB and 256 KiB, and at some numbers of ranks for all powers of two from
8 B to 1 MiB. Prints the jumps that exceed the cost model's prediction by more than a factor of 1.5,
and draws all measured and predicted times. If it is interrupted, a further call continues.

  --hosts P,...     numbers of hosts of a cluster on this machine (bench/testbed), one rank on each;
                    needs root; default: 2 to 16; none: no cluster
  --local P,...     numbers of ranks without a cluster; default: none
  --sweep P,...     numbers of ranks at which all sizes are measured; default: 7,8 on hosts, and all
                    numbers of --local
  --rules FILE      rules of allfold tune, with the model of the machine; default: made first
  --budget TIME     time for making them; default: 600s
  --results FOLDER  folder for measurements and pictures, with a subfolder for each set of options
                    and each build; default: build/bench/cliffs
  --allfold FILE    measure with this command and build nothing
  --delay, --rate   latency and rate of each link; default: 500us, 200mbit
END
}

hosts=2,3,4,5,6,7,8,9,10,11,12,13,14,15,16 local_ranks='' sweep=7,8 given_rules='' budget=600s
results=$source_dir/build/bench/cliffs target_allfold_command='' options=(--seconds 1)
delay=500us rate=200mbit
read_options hosts,local,sweep,rules,budget,results,allfold,delay,rate "$@"
# shellcheck disable=SC2034 # of pieces.sh
ppn=1 sizes=8:1m:4

# sizes_at PLACE RANKS
sizes_at() {
  if [ "$1" = local ] || [[ ,$sweep, == *,$2,* ]]; then echo 8:1m; else echo 8,8k,256k; fi
}

# measure PLACE NUMBER,...
measure() {
  local place=$1 ranks collective name
  tune "$place" "$2"
  for ranks in ${2//,/ }; do
    for collective in allreduce reduce; do
      name=$place-$ranks-$collective
      explained "$place" "$ranks" "$collective" "$(sizes_at "$place" "$ranks")" \
        > "$results/model-$name.tsv"
      is_complete "$name" && continue
      step "$collective, $ranks ranks, $place"
      piece "$name" "$place" "$ranks" --collective "$collective" --timing separated \
        --sizes "$(sizes_at "$place" "$ranks")" "${options[@]}"
    done
  done
}

# draw PLACE: draws a picture for each collective that has at least one line.
draw() {
  local collective folder=$results/$1
  for collective in allreduce reduce; do
    [ -s "$folder/bytes-$collective.dat" ] || [ -s "$folder/ranks-$collective.dat" ] || continue
    gnuplot -e "folder='$folder'; collective='$collective'; place='$(place_text "$1")'" \
      "$source_dir/bench/run/cliffs.gp" > "$results/cliffs-$1-$collective.svg"
    echo "drawn: $results/cliffs-$1-$collective.svg" >&2
  done
}

jumps() {
  local place
  for place in hosts local; do
    compgen -G "$results/$place-*.tsv" > /dev/null || continue
    empty_folder "$results/$place"
    tables_by cliffs -v place="$(place_text $place)" -v folder="$results/$place" -v most=1.5 \
      "$results/model-$place"-*.tsv "$results/$place"-*.tsv
    draw "$place"
  done
}

run_in_pieces measure jumps jumps.md gnuplot-nox
