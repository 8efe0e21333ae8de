#!/usr/bin/env bash
# shellcheck source-path=SCRIPTDIR
# Compares native calls with Allfold's on this machine, and makes an HTML page of the results.
set -euo pipefail

source_dir=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
# shellcheck source=run/script.sh
. "$source_dir/bench/run/script.sh"

usage() {
  cat << 'END'
usage: bench/page.sh [--ranks 2-4] [--data FILE] [--output FILE] [--drawn] [--allfold FILE]
                     [-- OPTION OF allfold bench...]

Builds Allfold (build/release), compares the choices of both libraries and all of Open MPI's algorithms at
sizes from 8 B to 4 MiB, and makes an HTML page with charts. Takes about 5 minutes.

  --ranks P,...        numbers of ranks, for example 2,3,5-16, the greatest last; default: 2-4
  --data FILE          file for the results; default: build/bench/page/results.json
  --output FILE        file for the page; default: build/bench/page/results.html
  --drawn              measure nothing, and make the page from the file of --data
  --allfold FILE       measure with this command and build nothing
END
}

results=$source_dir/build/bench/page
options=() ranks=2-4 data=$results/results.json output=$results/results.html drawn='' target_allfold_command=''
read_options ranks,data,output,drawn!,allfold "$@"
data=$(realpath -m "$data") output=$(realpath -m "$output")
trap 'exit 130' INT TERM # mpirun ends its ranks; the other steps are skipped
mkdir -p "$results"
[ -n "$drawn" ] || notice_other_load
[ -n "$target_allfold_command" ] || build_command
if [ -z "$drawn" ]; then
  avoid_forbidden_single_copy
  launch "${ranks##*[,-]}" -- "$target_allfold_command" bench --ranks "$ranks" --timing separated --native all \
    --sizes 8:4m:4 --seconds 2 "${options[@]}" --json "$data"
fi
cd "$(dirname "$data")"
"$target_allfold_command" report --bench "${data##*/}" --format html -o "$output"
echo "The page: $output"
