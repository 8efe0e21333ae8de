#!/usr/bin/env bash
# speed_up.sh SOURCE: the picture of speed-ups is drawn from its data, which are the points of the tables in
# bench/RESULTS.md. gnuplot's versions draw differently: the picture is compared where it is the same one.
set -euo pipefail
cd "$1"
directory=$(mktemp -d)
trap 'rm -rf "$directory"' EXIT

# The tables of points: a section of RESULTS.md for each place, a heading for each choice.
awk -F ' *\\| *' -v OFS='\t' '
  BEGIN {
    print "place", "choice", "collective", "ranks", "bytes", "ratio", "doubtful"
    bytes["8 B"] = 8; bytes["512 B"] = 512; bytes["8 KiB"] = 8192; bytes["32 KiB"] = 32768
    bytes["256 KiB"] = 262144; bytes["1 MiB"] = 1048576; bytes["4 MiB"] = 4194304
  }
  /^## One rank on each node$/ { place = "nodes" }
  /^## One node$/ { place = "node" }
  /^##/ { choice = "" }
  /^### Open MPI.s default over Allfold, tuned/ { choice = "tuned" }
  /^### Open MPI.s default over Allfold, without rules/ { choice = "untuned" }
  /^### The best of all Open MPI.s algorithms over Allfold/ { choice = "best" }
  choice != "" && /^\| collective / { for (i = 4; i < NF; i++) length_of[i] = bytes[$i] }
  choice != "" && /^\| (allreduce|reduce) \| [0-9]/ {
    for (i = 4; i < NF - 1; i++) {
      doubtful = sub(/~$/, "", $i) ? "yes" : "no"
      print place, choice, $2, $3, length_of[i], $i, doubtful
    }
  }' bench/RESULTS.md > "$directory/points"
if ! diff "$directory/points" bench/data/speed-up.tsv; then
  echo "bench/data/speed-up.tsv does not have the points of the tables in bench/RESULTS.md"
  exit 1
fi

command -v gnuplot > /dev/null || { echo "there is no gnuplot" && exit 77; }
bench/speed_up.sh --output "$directory/picture.svg"
drawn_by() { grep -m 1 'Produced by' "$1"; }
if [ "$(drawn_by "$directory/picture.svg")" != "$(drawn_by bench/pictures/speed-up.svg)" ]; then
  echo "another gnuplot drew bench/pictures/speed-up.svg" && exit 77
fi
if ! cmp "$directory/picture.svg" bench/pictures/speed-up.svg; then
  echo "bench/pictures/speed-up.svg is not what bench/speed_up.sh draws"
  exit 1
fi
