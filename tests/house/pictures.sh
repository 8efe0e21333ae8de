#!/usr/bin/env bash
# pictures.sh SOURCE COMMAND: the pictures in docs/ are those that the commands shown on the pages draw.
set -euo pipefail
cd "$1"
command=$2
directory=$(mktemp -d)
trap 'rm -rf "$directory"' EXIT
failures=0
mkdir -p "$directory/docs/pictures"
while read -ra words; do
  picture=${words[-1]}
  "$command" "${words[@]:1:${#words[@]}-2}" "$directory/$picture" > /dev/null
  if ! cmp "$picture" "$directory/$picture"; then
    echo "$picture is not what '${words[*]}' draws"
    failures=1
  fi
  if command -v python3 > /dev/null &&
     ! python3 -c 'import sys, xml.dom.minidom as x; x.parse(sys.argv[1])' "$picture"; then
    echo "$picture is no XML"
    failures=1
  fi
done < <(grep -hE '^ +allfold (plan|cost) .* --svg docs/pictures/[^ ]+$' README.md docs/*.md docs/*/*.md)
for picture in docs/pictures/*.svg; do
  if [ ! -f "$directory/$picture" ]; then
    echo "$picture: no page tells the command that draws it"
    failures=1
  fi
done
exit $failures
