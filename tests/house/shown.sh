#!/usr/bin/env bash
# shown.sh SOURCE COMMAND [--write]: the output of the command that the pages show is what the command prints. A page
# has it between <!-- allfold ARGUMENTS --> and <!-- end -->: tables of --markdown unchanged, other output indented by
# four spaces. With --write the pages are updated instead.
set -euo pipefail
cd "$1"
command=$2 write=${3:-}
export ALLFOLD_RULES=none
directory=$(mktemp -d)
trap 'rm -rf "$directory"' EXIT
failures=0 blocks=0

# output ARGUMENTS: the output in the form in which a page shows it.
output() {
  local words
  read -ra words <<< "$1"
  if [[ $1 == *--markdown* ]]; then
    "$command" "${words[@]}"
  else
    "$command" "${words[@]}" | sed 's/^\(.\)/    \1/'
  fi
}

for page in README.md CONTRIBUTING.md docs/*.md docs/*/*.md; do
  while IFS= read -r line; do
    if [[ $line =~ ^'<!-- allfold '(.*)' -->'$ ]]; then
      blocks=$((blocks + 1))
      echo "$line" && output "${BASH_REMATCH[1]}"
      while IFS= read -r line && [ "$line" != '<!-- end -->' ]; do :; done
    fi
    printf '%s\n' "$line"
  done < "$page" > "$directory/page"
  if [ "$write" = --write ]; then
    cmp -s "$page" "$directory/page" || cp "$directory/page" "$page"
  elif ! diff "$page" "$directory/page"; then
    echo "$page does not show what the command prints; tests/house/shown.sh . COMMAND --write mends that"
    failures=1
  fi
done
[ $blocks -gt 0 ] || { echo "no page shows anything" && exit 1; }
exit $failures
