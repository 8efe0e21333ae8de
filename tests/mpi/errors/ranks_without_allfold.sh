#!/bin/bash
# ranks_without_allfold.sh CONTEXT...: trap 12. Ranks that load Allfold wait for ranks that do not:
# within ten seconds or little more they say so. The job itself can only be ended.
# The environment gives MPIRUN, with its flags.
set -euo pipefail
directory=$(mktemp -d)
trap 'rm -rf "$directory"' EXIT

$MPIRUN "$@" >"$directory/out" 2>"$directory/err" &
mpirun=$!
started=$SECONDS
while ! grep -q '^allfold: ' "$directory/err" && kill -0 $mpirun 2>/dev/null; do
  [ $((SECONDS - started)) -lt 20 ] || break
  sleep 0.2
done
waited=$((SECONDS - started))
sleep 1  # for lines of the other ranks
kill $mpirun 2>/dev/null || true
wait $mpirun || true

cat "$directory/err"
fail() {
  echo "FAILED: $*"
  exit 1
}
[ $waited -lt 15 ] || fail "nothing was said for $waited s"
grep -qE '^allfold: .*[Rr]ank.* \(.+\) .*Allfold.*$' "$directory/err" ||
  fail "it does not say which rank waits, and ask whether every rank loads Allfold"
