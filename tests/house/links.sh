#!/usr/bin/env bash
# links.sh SOURCE: every relative link of a page leads to a file, and to a heading that it has.
set -euo pipefail
cd "$1"
failures=0

# The anchors of a page's headings, as code hosts make them.
anchors() {
  awk '/^```/ { inside = !inside } !inside && /^#+ /' "$1" |
    sed -E 's/^#+ //; s/\[([^]]*)\]\([^)]*\)/\1/g' | tr '[:upper:]' '[:lower:]' |
    sed -E 's/[^[:alnum:]_ -]//g; s/ /-/g'
}

while IFS=: read -r page target; do
  file=${target%%#*}
  path=$page
  [ -z "$file" ] || path=$(dirname "$page")/$file
  if [ ! -e "$path" ]; then
    echo "$page: there is no $target"
    failures=1
  elif [[ $target == *'#'* ]] && ! grep -qxF -- "${target#*#}" < <(anchors "$path"); then
    echo "$page: there is no heading $target"
    failures=1
  fi
done < <(find . \( -name build -o -name .git \) -prune -o -name '*.md' -exec \
           grep -HnoE '\]\([^) ]+\)' {} + | sed -E 's/^([^:]+):[0-9]+:\]\((.*)\)$/\1:\2/' |
           grep -vE ':[a-z]+://')
exit $failures
