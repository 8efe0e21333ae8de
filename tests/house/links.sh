#!/usr/bin/env bash
# links.sh SOURCE: every relative link of a page leads to an existing file, and to a heading in it. The files and
# folders that docs/internals/architecture.md names exist.
set -euo pipefail
cd "$1"
failures=0

# The anchors of a page's headings, in the form that code hosts generate.
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

while read -r path; do
  if [ ! -e "$path" ] && [ ! -e "src/$path" ]; then
    echo "docs/internals/architecture.md: there is no $path"
    failures=1
  fi
done < <(grep -oE '`[a-z_/]+(/|\.[a-z]+)`' docs/internals/architecture.md | tr -d '`' | grep /)
exit $failures
