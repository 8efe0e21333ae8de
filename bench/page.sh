#!/usr/bin/env bash
# shellcheck source-path=SCRIPTDIR
# Measures native calls against Allfold's on this machine, and makes a page of it.
set -euo pipefail

source_dir=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
# shellcheck source=run/script.sh
. "$source_dir/bench/run/script.sh"

usage() {
  cat << 'END'
usage: bench/page.sh [--ranks 2,3,4] [--data FOLDER] [--output FILE] [--drawn] [--allfold FILE]
                     [-- OPTION OF allfold bench...]

Builds Allfold (build/release), compares what both libraries choose, and all of Open MPI's algorithms, at
lengths of 8 B to 4 MiB, and makes a page with charts for browsers. Takes about 5 minutes.

  --ranks P,...        numbers of ranks; default: 2,3,4
  --data FOLDER        where results are kept, as one-node-P.json; default: build/bench/page
  --output FILE        the page; default: results.html in that folder
  --drawn              measure nothing, and make the page of what is kept
  --allfold FILE       measure with this command and build nothing
END
}

results=$source_dir/build/bench/page
options=() ranks=2,3,4 data=$results output='' drawn='' target_allfold_command=''
read_options ranks,data,output,drawn!,allfold "$@"
data=$(realpath -m "$data") output=$(realpath -m "${output:-$data/results.html}")
trap 'exit 130' INT TERM # mpirun ends its ranks, and the rest is not to be run
mkdir -p "$results" "$data"
[ -n "$drawn" ] || notice_other_load
[ -n "$target_allfold_command" ] || build_command
if [ -z "$drawn" ]; then
  avoid_forbidden_single_copy
  for p in ${ranks//,/ }; do
    step "$p ranks"
    # What was measured before stays until there is something newer.
    launch "$p" -- "$target_allfold_command" bench --timing separated --native all --sizes 8:4m:4 --seconds 2 \
      "${options[@]}" --json "$data/measured.json"
    mv "$data/measured.json" "$data/one-node-$p.json"
  done
fi
cd "$data"
files=()
for p in ${ranks//,/ }; do files+=(--bench "one-node-$p.json"); done
"$target_allfold_command" report "${files[@]}" --format html -o "$output"
echo "The page: $output"
