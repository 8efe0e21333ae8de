#!/usr/bin/env bash
# A folder is a namespace: src/node/ is allfold::node, src/command/bench/ allfold::command::bench. A file may add
# namespaces of its own inside that.
set -euo pipefail
cd "$1/src"
failures=0
while IFS= read -r file; do
  folder=${file%/*}
  expected="allfold::${folder//\//::}"
  while IFS=: read -r line opened; do
    case $opened:: in
      "$expected"::*) ;;
      *)
        echo "src/$file:$line: opens namespace $opened: expected $expected, as its folder is named"
        failures=1
        ;;
    esac
  done < <(grep -noE '^namespace allfold[A-Za-z_:]*' "$file" | sed 's/:namespace /:/')
done < <(find . -mindepth 2 -name '*.[ch]pp' -printf '%P\n')
exit $failures
