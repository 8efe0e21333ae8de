#!/usr/bin/env bash
# adding_an_algorithm.sh SOURCE OUTPUT: extracts the new algorithm from docs/internals/adding-an-algorithm.md, and
# changes copies of the registry and of the declarations as the page says. OUTPUT/algorithms has the results.
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

# inserted FILE LINE FIRST: FILE with the page's block for it, inserted before the first line that equals LINE after a
# line that contains FIRST.
inserted() {
  block "in src/algorithms/$1" > "$output/block"
  awk -v line="$2" -v first="$3" -v block="$output/block" '
    index($0, first) { begun = 1 }
    begun && !done && $0 == line {
      while ((getline text < block) > 0) print text
      done = 1
    }
    { print }
    END { exit !done }' "$source_dir/src/algorithms/$1" > "$output/$1"
  [ -s "$output/block" ]
}

block 'in src/algorithms/relay.cpp' > "$output/relay.cpp"
inserted generators.hpp '}  // namespace allfold::algorithms' 'namespace allfold::algorithms {'
inserted registry.cpp '};' 'std::array registry{'
block output > "$output/output.txt"
rm "$output/block"
