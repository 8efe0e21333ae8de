#!/bin/bash
# search_path.sh FILE...: where the dynamic loader looks for what these files need does not depend on
# the working directory. An empty element of the RUNPATH would be the working directory.
. "$(dirname "$0")/common.sh"

for file; do
  echo "$file"
  readelf -d "$file" >"$directory/out"
  path=$(sed -n 's/.*(R\(UN\)\?PATH).*\[\(.*\)\]/\2/p' "$directory/out")
  # A sentinel keeps an empty last element.
  while read -r -d : element; do
    [[ $element = /* || $element = '$ORIGIN'* ]] || fail "'$element' in the RUNPATH '$path'"
  done <<<"${path:+$path:}"
done
