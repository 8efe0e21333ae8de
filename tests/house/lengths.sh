#!/usr/bin/env bash
# lengths.sh SOURCE: C++ files have at most 250 lines, the README 150, and the pages for users 200.
set -euo pipefail
cd "$1"
failures=0

# Files that may be longer, each with the reason. What is listed without need fails, too.
declare -A longer=(
  [src/algorithms/binary_blocks.cpp]='one algorithm, whose two ends of each message belong together'
  [src/algorithms/step.cpp]='the forms of one step, with their costs'
  [src/algorithms/two_tree.cpp]='one algorithm'
  [src/mpi/intercept/overrides.cpp]='one file, so that a linker takes all overrides from the archive, or none'
  [src/node/team.hpp]='the inline part of short calls'
  [src/ops/vector_loops.hpp]='compiled once for each instruction set, as a whole'
  [src/program/link.cpp]='one pass, whose steps share its tables')

# check LIMIT FILE...
check() {
  local limit=$1 file lines
  shift
  for file; do
    lines=$(wc -l < "$file")
    if [ -n "${longer[$file]-}" ]; then
      [ "$lines" -le "$limit" ] || continue
      echo "$file has $lines lines: remove it from the list of longer files in tests/house/lengths.sh"
    else
      [ "$lines" -gt "$limit" ] || continue
      echo "$file has $lines lines: expected at most $limit; cut it where two subjects meet"
    fi
    failures=1
  done
}

mapfile -t sources < <(find src bench -name '*.[ch]pp')
mapfile -t tests < <(find tests -name '*.[ch]pp')
[ ${#sources[@]} -gt 0 ] && [ ${#tests[@]} -gt 0 ] || { echo "no sources in $PWD" && exit 1; }
check 250 "${sources[@]}"
# A test has many cases of one subject.
check 400 "${tests[@]}"
check 150 README.md
check 200 docs/*.md docs/reference/*.md
for file in "${!longer[@]}"; do
  [ -e "$file" ] || { echo "$file: not there: remove it from the list in tests/house/lengths.sh" && failures=1; }
done
exit $failures
