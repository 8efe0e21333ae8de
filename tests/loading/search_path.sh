#!/bin/bash
# search_path.sh FILE...: the places where the dynamic loader looks for the dependencies of these files do not depend
# on the working directory. An empty element of the RUNPATH would mean the working directory.
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
