#!/usr/bin/env bash
# shellcheck source-path=SCRIPTDIR
# Compares Allfold's choice, tuned and untuned, with Open MPI's choice, with the best of Open MPI's
# algorithms, and with the best of Allfold's own.
set -euo pipefail

source_dir=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
# shellcheck source=run/script.sh
. "$source_dir/bench/run/script.sh"
# shellcheck source=run/pieces.sh
. "$source_dir/bench/run/pieces.sh"

usage() {
  cat << 'END'
usage: bench/selection.sh [--hosts 3,4,...] [--ppn 1] [--local P,...] [--oracle 3,4,...]
                          [--rules FILE | --budget 1200s] [--results FOLDER] [--allfold FILE]
                          [--delay 500us] [--rate 200mbit] [-- OPTION OF allfold bench...]

Builds Allfold (build/release), tunes it, and measures separated calls of Allreduce and Reduce in
turns: Allfold tuned, Allfold without rules, and Open MPI's choice; at some numbers of ranks also all
of Open MPI's algorithms, and Allfold's algorithms that the tuner found to be the fastest. Prints
Markdown tables. If it is interrupted, a further call continues.

  --hosts P,...     numbers of hosts of a cluster on this machine (bench/testbed); needs root;
                    default: 3 to 16; none: no cluster
  --ppn N           ranks on each host; default: 1
  --local P,...     numbers of ranks without a cluster; default: none
  --sizes B,...     vector sizes; default: 8,512,8k,32k,256k,1m,4m
  --oracle P,...    numbers of ranks at which all algorithms take part, or none;
                    default: 3,4,7,8,13,15,16
  --rules FILE      rules of allfold tune; default: made first, with the most ranks of the options;
                    none: nothing is tuned, and Allfold takes part without rules only
  --budget TIME     time for making them; default: 1200s
  --results FOLDER  folder for measurements, with a subfolder for each set of options and each
                    build; default: build/bench/selection
  --allfold FILE    measure with this command and build nothing
  --delay, --rate   latency and rate of each link; default: 500us, 200mbit
END
}

hosts=3,4,5,6,7,8,9,10,11,12,13,14,15,16 ppn=1 local_ranks='' oracle=3,4,7,8,13,15,16
given_rules='' budget=1200s results=$source_dir/build/bench/selection target_allfold_command=''
delay=500us rate=200mbit
sizes=8,512,8k,32k,256k,1m,4m options=(--seconds 1)
read_options hosts,ppn,local,oracle,rules,budget,results,allfold,delay,rate,sizes "$@"

# candidates PLACE RANKS COLLECTIVE SIZE: prints the options that name the candidates, one per line.
candidates() {
  [ "$given_rules" = none ] || printf -- '--also\nrules:none\n'
  is_oracle "$2" || return 0
  printf -- '--native\nall\n'
  quickest_kernels "$@" | awk '{ print "--also\n" $0 }'
}

is_oracle() { [[ ,$oracle, == *,$1,* ]]; }

# If all algorithms take part, each size has its own candidates.
groups_of() { if is_oracle "$1"; then echo "${sizes//,/ }"; else echo "$sizes"; fi; }

# measure_on PLACE RANKS
measure_on() {
  local place=$1 ranks=$2 collective group named
  for collective in allreduce reduce; do
    for group in $(groups_of "$ranks"); do
      is_complete "$place-$ranks-$collective-$group" && continue
      mapfile -t named < <(candidates "$place" "$ranks" "$collective" "$group")
      step "$collective, $ranks ranks, $group, $place" >&2
      piece "$place-$ranks-$collective-$group" "$place" "$ranks" --collective "$collective" \
        --sizes "$group" --timing separated "${named[@]}" "${options[@]}"
    done
  done
}

# measure PLACE NUMBER,...: the numbers are hosts, or ranks without a cluster.
measure() {
  local place=$1 number of_each=1
  [ "$place" = local ] || of_each=$ppn
  tune "$place" "$2"
  for number in ${2//,/ }; do measure_on "$place" $((number * of_each)); done
}

tables() {
  local place
  for place in hosts local; do
    compgen -G "$results/$place-*.tsv" > /dev/null || continue
    tables_by selection -v place="$(place_text $place)" -v rules="$given_rules" "$results/$place"-*.tsv
  done
}

run_in_pieces measure tables tables.md
