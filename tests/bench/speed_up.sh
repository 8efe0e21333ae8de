#!/usr/bin/env bash
# speed_up.sh SOURCE: the picture of speed-ups shows its data, which are the points of tables in bench/reports.
# Versions of gnuplot draw differently: the picture is compared only if the same version drew it.
set -euo pipefail
cd "$1"
directory=$(mktemp -d)
trap 'rm -rf "$directory"' EXIT

# points PLACE CHOICE REPORT HEADING: the points of the table below a heading of a report, one per line.
points() {
  awk -F ' *\\| *' -v OFS='\t' -v place="$1" -v choice="$2" -v heading="### $4" '
    BEGIN {
      bytes["8 B"] = 8; bytes["512 B"] = 512; bytes["8 KiB"] = 8192; bytes["32 KiB"] = 32768
      bytes["256 KiB"] = 262144; bytes["1 MiB"] = 1048576; bytes["4 MiB"] = 4194304
    }
    /^#/ { inside = $0 == heading }
    inside && /^\| collective / { for (i = 4; i < NF; i++) length_of[i] = bytes[$i] }
    inside && /^\| (allreduce|reduce) \| [0-9]/ {
      for (i = 4; i < NF - 1; i++) {
        doubtful = sub(/~$/, "", $i) ? "yes" : "no"
        print place, choice, $2, $3, length_of[i], $i, doubtful
      }
    }' "bench/reports/$3"
}
{
  printf 'place\tchoice\tcollective\tranks\tbytes\tratio\tdoubtful\n'
  tuned=2026-11-22-epyc-avx2.md untuned=2026-11-28-epyc-avx512-2.md
  points nodes tuned $tuned "Open MPI's default over Allfold, tuned"
  points nodes untuned $untuned "Open MPI's default over Allfold, without rules"
  points nodes best $tuned "The best of all Open MPI's algorithms over Allfold, tuned"
  points node tuned $tuned "Open MPI's default over Allfold, tuned, on one node"
  points node untuned $untuned "Open MPI's default over Allfold, without rules, on one node"
  points node best $tuned "The best of all Open MPI's algorithms over Allfold, tuned, on one node"
} > "$directory/points"
if ! diff "$directory/points" bench/data/speed-up.tsv; then
  echo "bench/data/speed-up.tsv does not have the points of the tables in bench/reports"
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
