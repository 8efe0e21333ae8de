#!/usr/bin/env bash
# Draws the speed-ups that were measured; see --help.
set -euo pipefail
source_dir=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

usage() {
  cat << 'END'
usage: bench/speed_up.sh [--data FILE] [--output FILE]

Draws the speed-up of Allfold without rules over the MPI library's default, by length of the vectors, one
line for each number of ranks. Needs gnuplot.

  --data FILE      points, with tabs (default: bench/data/speed-up.tsv, the tables of bench/reports)
  --output FILE    SVG picture (default: bench/pictures/speed-up.svg)
END
}

data=$source_dir/bench/data/speed-up.tsv output=$source_dir/bench/pictures/speed-up.svg
while [ $# -gt 0 ]; do
  case $1 in
    --help | -h) usage && exit ;;
    --data) data=${2:?--data needs a value} ;;
    --output) output=${2:?--output needs a value} ;;
    *) echo "bench/speed_up.sh: unknown option $1 (see bench/speed_up.sh --help)" >&2 && exit 2 ;;
  esac
  shift 2
done

directory=$(mktemp -d)
trap 'rm -rf "$directory"' EXIT
# A file for each panel; gnuplot takes two empty lines for the end of a line of the drawing.
awk -F '\t' -v folder="$directory" '
  FNR > 1 && $2 == "untuned" {
    file = folder "/" $1 "-" $3
    if (last[file] != $4) printf "%s\"%s\"\n", last[file] == "" ? "" : "\n\n", $4 > file
    last[file] = $4
    print $5, $6 > file
  }' "$data"
gnuplot -e "folder='$directory'" "$source_dir/bench/run/speed_up.gp" > "$directory/picture"
cp "$directory/picture" "$output"
