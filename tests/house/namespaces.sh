#!/usr/bin/env bash
# A folder is a namespace: src/node/ is allfold::node, src/command/bench/ allfold::command::bench. A file may add
# namespaces inside it.
set -euo pipefail
cd "$1/src"
failures=0
while IFS=: read -r file line opened; do
  folder=${file%/*}
  expected=allfold::${folder//\//::} opened=${opened#namespace }
  case $opened:: in
    "$expected"::*) ;;
    *)
      echo "src/$file:$line: opens namespace $opened: expected $expected, as its folder is named"
      failures=1
      ;;
  esac
done < <(find . -mindepth 2 -name '*.[ch]pp' -printf '%P\n' | xargs -d '\n' grep -HnoE '^namespace allfold[A-Za-z_:]*')
exit $failures
