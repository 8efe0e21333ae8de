#!/usr/bin/env bash
# shellcheck source-path=SCRIPTDIR
# Sets what Allfold chooses, tuned and untuned, against what Open MPI chooses, against the best of all
# that Open MPI has, and against the best of its own algorithms.
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

Builds Allfold (build/release), tunes it, and measures in turns, separated calls, Allreduce and
Reduce: Allfold tuned, Allfold without rules, Open MPI's choice; at some numbers of ranks also all of
Open MPI's algorithms, and the kernels of Allfold's that the tuner found quickest. Prints Markdown
tables. Interrupted, it goes on where it was when it is called again.

  --hosts P,...     of a cluster on this machine (bench/testbed), which needs root; default: 3 to 16;
                    none: no cluster
  --ppn N           ranks on each host; default: 1
  --local P,...     ranks without a cluster; default: none
  --sizes B,...     of the vectors; default: 8,512,8k,32k,256k,1m,4m
  --oracle P,...    where all algorithms compete, or none; default: 3,4,7,8,13,15,16
  --rules FILE      of allfold tune; default: made before, with as many ranks as can be;
                    none: nothing is tuned, and Allfold takes part without rules only
  --budget TIME     for that; default: 1200s
  --results FOLDER  of what was measured; in one folder for the same options and
                    build; default: build/bench/selection
  --allfold FILE    measure with this command and build nothing
  --delay, --rate   of each link; default: 500us, 200mbit
END
}

hosts=3,4,5,6,7,8,9,10,11,12,13,14,15,16 ppn=1 local_ranks='' oracle=3,4,7,8,13,15,16
given_rules='' budget=1200s results=$source_dir/build/bench/selection target_allfold_command=''
delay=500us rate=200mbit
sizes=8,512,8k,32k,256k,1m,4m options=(--seconds 1)
read_options hosts,ppn,local,oracle,rules,budget,results,allfold,delay,rate,sizes "$@"

# candidates PLACE RANKS COLLECTIVE SIZE: the options that name them, one a line.
candidates() {
  [ "$given_rules" = none ] || printf -- '--also\nrules:none\n'
  is_oracle "$2" || return 0
  printf -- '--native\nall\n'
  quickest_kernels "$@" | awk '{ print "--also\n" $0 }'
}

is_oracle() { [[ ,$oracle, == *,$1,* ]]; }

# Where all compete each size has kernels of its own.
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

# measure PLACE NUMBER,...: of hosts, or of ranks.
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
