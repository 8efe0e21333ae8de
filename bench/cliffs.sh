#!/usr/bin/env bash
# shellcheck source-path=SCRIPTDIR
# Shows whether the time of what Allfold chooses has jumps that the cost model does not have.
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

Builds Allfold (build/release), tunes it, and measures Allreduce and Reduce, separated calls, over
numbers of ranks at 8 B, 8 KiB and 256 KiB, and over bytes from 8 B to 1 MiB by factors of 2 at some
numbers of ranks. Prints the jumps that are more than 1.5 times what the cost model says, and draws
all times, measured and predicted. Interrupted, it goes on where it was when it is called again.

  --hosts P,...     of a cluster on this machine (bench/testbed), which needs root, one rank on each;
                    default: 2 to 16; none: no cluster
  --local P,...     ranks without a cluster; default: none
  --sweep P,...     numbers of ranks for all bytes; default: 7,8 on hosts, all without
  --rules FILE      of allfold tune, with the model of the machine; default: made before
  --budget TIME     for that; default: 600s
  --results FOLDER  of what was measured, and the pictures, in one folder for the same
                    options and build; default: build/bench/cliffs
  --allfold FILE    measure with this command and build nothing
  --delay, --rate   of each link; default: 500us, 200mbit
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

# draw PLACE: a picture for each collective, where there is a line to draw.
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
