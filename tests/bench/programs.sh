#!/usr/bin/env bash
# programs.sh SOURCE [--write]: checks the table of programs with invented rows, and that README.md and
# docs/performance.md show the table of the stored rows. With --write these pages are updated instead.
set -euo pipefail
cd "$1"
# shellcheck source-path=SCRIPTDIR source=../said.sh
. tests/said.sh

table_of() { bench/programs.sh --drawn --data "$1"; }

for page in README.md docs/performance.md; do
  table_of bench/data/programs.tsv > "$directory/table"
  awk -v table="$directory/table" '
    /^<!-- end -->/ { inside = 0 }
    !inside
    /^<!-- programs -->/ { inside = 1; while ((getline line < table) > 0) print line }' "$page" > "$directory/page"
  grep -q '^<!-- programs -->$' "$page" || fail "$page shows no table of programs"
  if [ "${2-}" = --write ]; then
    cp "$directory/page" "$page"
  else
    diff "$page" "$directory/page" ||
      fail "$page shows another table; tests/bench/programs.sh . --write brings it up to date"
  fi
done

# row NAME DIFFERENCE ALLFOLD-SECONDS SHARE-OF-REDUCTIONS
row() {
  printf '%s\t1 node\t2\tOpen MPI v4.1.4\t5\t10\t9.5\t10.5\t%s\t%s\t%s\t%s\t%s\t0.01\t0.01\t0.02\t100\t99\n' \
    "$1" "$3" "$3" "$3" "$2" "$4"
}
{
  echo '# a comment'
  row faster faster 9 0.2
  row too_fast faster 8 0.1
  row slower slower 11 0.1
  row same none 9.9 0.004
} > "$directory/rows.tsv"
table_of "$directory/rows.tsv" > "$directory/out"
says '^\| faster \| 2 on 1 node \| 20 % \| 0\.010 → 0\.020 \| 10\.0 \(9\.50–10\.5\) \| 9\.00 \(9\.00–9\.00\) \| −10 % \|$'
says '^\| too_fast \| .* \| same \|$'
says '^\| slower \| .* \| \+10 % \|$'
says '^\| same \| 2 on 1 node \| 0\.4 % \| .* \| same \|$'

refuses() { # refuses PATTERN ARGUMENT...
  local status=0
  bench/programs.sh "${@:2}" > "$directory/out" 2>&1 || status=$?
  [ $status = 2 ] || fail "status $status instead of 2 of ${*:2}"
  says "$1"
}
refuses '^bench/programs\.sh: --programs: unknown program .foo.: expected some of lammps-chunk ' --programs foo --drawn
refuses '^bench/programs\.sh: --ranks: invalid numbers ' --ranks 2,x --drawn
refuses '^bench/programs\.sh: --runs: invalid number ' --runs 0 --drawn
refuses '^bench/programs\.sh: --data: .*: no rows: ' --drawn --data "$directory/none.tsv"
