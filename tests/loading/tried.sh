#!/bin/bash
# tried.sh COMMAND PROGRAM SILENT: `allfold try` of MPI programs that are not written for Allfold: one that makes
# reductions, and one that makes none. tests/command/try.sh tests the conclusions that it draws from runs.
. "$(dirname "$0")/common.sh"
allfold=$1 program=$2 silent=$3

# The launcher with the flags of the tests.
printf '#!/bin/sh\nexec %s "$@"\n' "$MPIRUN" > "$directory/mpirun"
chmod +x "$directory/mpirun"
mkdir "$directory/work"
cd "$directory/work"

tries() { # tries STATUS ARGUMENT...
  local status=0
  "$allfold" try "${@:2}" > "$directory/out" 2> "$directory/err" < /dev/null || status=$?
  [ $status = "$1" ] || fail "exit status $status instead of $1"
  [ -z "$(ls -A)" ] || fail "left behind: $(ls -A)"
}

tries 0 --runs 1 --check --json "$directory/try.json" -- "$directory/mpirun" -n 3 "$program"
grep -qE "^allfold try: $(basename "$program"), 3 ranks, .*: 1 run each way, in turns$" "$directory/out" ||
  fail "it is not said what was tried"
grep -qE '^reductions +[0-9.]+ (s|ms|µs), [0-9.]+ % +[0-9.]+ (s|ms|µs), [0-9.]+ % *$' "$directory/out" ||
  fail "nothing is said of reductions"
grep -qE '^calls served +([0-9]+ of|all) [0-9]+' "$directory/out" || fail "nothing is said of calls"
grep -qE '^exit status +0 +0 *$' "$directory/out" || fail "nothing is said of the exit status"
grep -qE '^Check: [1-9][0-9]* calls compared: no mismatches' "$directory/out" || fail "nothing was checked"
grep -q '"kind": "try"' "$directory/try.json" || fail "no JSON"

tries 0 --runs 1 -- "$directory/mpirun" -n 2 "$silent" none
grep -q '^No reduction reached Allfold: ' "$directory/out" || fail "it is not said that there are none"

tries 0 --runs 1 -- "$directory/mpirun" -n 2 sh -c true
grep -q 'no profile was written' "$directory/out" || fail "it is not said that nothing is known"

# A wrapper that does not become the launcher: the job ends all the same.
printf '#!/bin/sh\n%s "$@"\necho done\n' "$MPIRUN" > "$directory/mpirun-wrapped"
chmod +x "$directory/mpirun-wrapped"
export STARTED=$directory/started
# shellcheck disable=SC2016 # for the shell of each rank
tries 1 --runs 1 --timeout 5s -- "$directory/mpirun-wrapped" -n 2 sh -c 'echo $$ >> "$STARTED"; exec sleep 100'
[ "$(wc -l < "$STARTED")" = 2 ] || fail "not two ranks have begun"
while read -r rank; do
  [ ! -e "/proc/$rank" ] || fail "rank $rank goes on"
done < "$STARTED"
