#!/bin/bash
# ranks_without_allfold.sh CONTEXT...: ranks that load Allfold wait for ranks that do not: after ten seconds one of
# them reports it, once. The job itself can only be ended. The environment contains MPIRUN, with its flags.
set -euo pipefail
directory=$(mktemp -d)
trap 'rm -rf "$directory"' EXIT

$MPIRUN "$@" >"$directory/out" 2>"$directory/err" &
mpirun=$!
started=$SECONDS
most=40 # a busy machine may need long to start a job
while ! grep -aq '^allfold: ' "$directory/err" && kill -0 $mpirun 2>/dev/null; do
  [ $((SECONDS - started)) -lt $most ] || break
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
[ $waited -lt $most ] || fail "nothing was said for $waited s"
grep -aqE '^allfold: notice: rank [0-9]+ of [0-9]+ has waited .*Allfold' "$directory/err" ||
  fail "it does not say that a rank waits, and that every rank has to load Allfold"
[ "$(grep -ac '^allfold: ' "$directory/err")" = 1 ] || fail "it is said more than once"
