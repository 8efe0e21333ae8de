#!/bin/bash
# results.sh SOURCES ALLFOLD: docs/results.html is the page that the command makes from the stored measurements.
set -euo pipefail
page=$1/docs/results.html made=$(mktemp)
trap 'rm -f "$made"' EXIT
(cd "$1/bench/data" && "$2" report --rules one-node.json --format html -o "$made")
cmp "$made" "$page" || {
  echo "FAILED: docs/results.html is old: (cd bench/data && allfold report --rules one-node.json --format html -o ../../docs/results.html)"
  exit 1
}
