#!/usr/bin/env bash
# The README's tables are those that the command prints.
set -euo pipefail
readme=$1 command=$2
failures=0
for table in list variables "bench --counterparts" "cost -p 13 --bytes 32k"; do
  # shellcheck disable=SC2086
  if ! "$command" $table --markdown | diff - <(
      awk -v begin="<!-- allfold $table --markdown -->" '
        $0 == begin { inside = 1; next } /^<!-- end -->/ { inside = 0 } inside' "$readme"); then
    echo "README.md does not show what 'allfold $table --markdown' prints"
    failures=1
  fi
done
exit $failures
