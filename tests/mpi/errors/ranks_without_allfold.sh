#!/bin/bash
# ranks_without_allfold.sh CONTEXT...: ranks that load Allfold wait for ranks that do not: within ten
# seconds or little more one of them says so, once. The job itself can only be ended.
# The environment gives MPIRUN, with its flags.
set -euo pipefail
directory=$(mktemp -d)
trap 'rm -rf "$directory"' EXIT

$MPIRUN "$@" >"$directory/out" 2>"$directory/err" &
mpirun=$!
started=$SECONDS
while ! grep -aq '^allfold: ' "$directory/err" && kill -0 $mpirun 2>/dev/null; do
  [ $((SECONDS - started)) -lt 20 ] || break
  sleep 0.2
done
waited=$((SECONDS - started))
sleep 5  # for lines of the other ranks
kill $mpirun 2>/dev/null || true
wait $mpirun || true

cat "$directory/err"
fail() {
  echo "FAILED: $*"
  exit 1
}
[ $waited -lt 15 ] || fail "nothing was said for $waited s"
grep -aqE '^allfold: notice: rank [0-9]+ of [0-9]+ has waited .*Allfold' "$directory/err" ||
  fail "it does not say that a rank waits, and that every rank has to load Allfold"
[ "$(grep -ac '^allfold: ' "$directory/err")" = 1 ] || fail "it is said more than once"
