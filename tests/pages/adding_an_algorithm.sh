#!/usr/bin/env bash
# adding_an_algorithm.sh SOURCE OUTPUT: extracts the new algorithm from docs/internals/adding-an-algorithm.md, and adds
# its name to a copy of the list of rows as the page says. OUTPUT/algorithms has the results, and the registry.
set -euo pipefail
source_dir=$1 output=$2/algorithms
page=$source_dir/docs/internals/adding-an-algorithm.md
mkdir -p "$output"

# block MARK: the code after the line <!-- MARK -->.
block() {
  awk -v mark="<!-- $1 -->" '
    /^```/ && inside { exit }
    inside
    /^```/ && found { inside = 1 }
    $0 == mark { found = 1 }' "$page"
}

block 'in src/algorithms/relay.cpp' > "$output/relay.cpp"
block 'in src/algorithms/rows.hpp' > "$output/name"
[ -s "$output/name" ]
# The name follows the last one of the list.
awk -v name="$output/name" '
  /^  ROW\(.*\)$/ {
    print $0 " \\"
    while ((getline text < name) > 0) print text
    done = 1
    next
  }
  { print }
  END { exit !done }' "$source_dir/src/algorithms/rows.hpp" > "$output/rows.hpp"
cp "$source_dir/src/algorithms/registry.cpp" "$output/registry.cpp"
block output > "$output/output.txt"
rm "$output/name"
