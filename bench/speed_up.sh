#!/usr/bin/env bash
# Draws the measured speed-ups. See --help.
set -euo pipefail
source_dir=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

usage() {
  cat << 'END'
usage: bench/speed_up.sh [--data FILE] [--output FILE]

Draws the speed-up of Allfold without rules over the MPI library's default by vector length. Each line is the
geometric mean of a group of rank counts. Needs gnuplot.

  --data FILE      points, tab-separated (default: bench/data/speed-up.tsv, the tables of bench/reports)
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
# Writes a file for each collective and group of rank counts: bytes, and the geometric mean of the
# ratios.
awk -F '\t' -v folder="$directory" '
  function group(place, ranks) {
    if (place == "node") return ranks == 2 ? "own" : "shared"
    return ranks == 4 || ranks == 8 || ranks == 16 ? "powers" : "others"
  }
  FNR > 1 && $2 == "untuned" {
    file = folder "/" $3 "-" group($1, $4)
    if (!((file, $5) in count)) lengths[file] = lengths[file] " " $5
    logarithms[file, $5] += log($6)
    ++count[file, $5]
  }
  END {
    for (file in lengths) {
      points = split(lengths[file], length_of, " ")
      for (i = 1; i <= points; i++)
        printf "%d %.3f\n", length_of[i], exp(logarithms[file, length_of[i]] / count[file, length_of[i]]) > file
    }
  }' "$data"
gnuplot -e "folder='$directory'" "$source_dir/bench/run/speed_up.gp" > "$directory/picture"
cp "$directory/picture" "$output"
