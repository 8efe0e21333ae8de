#!/usr/bin/env bash
# try.sh COMMAND: what `allfold try` runs and prints, with a stand-in for the launcher that writes stored profiles.
# tests/loading/tried.sh tests jobs that run, and try_ended.sh how runs are ended.
set -euo pipefail
# shellcheck source=try_out/launcher.sh
. "$(dirname "$0")/try_out/launcher.sh"

echo "three runs each way, in turns, in the other order each time"
tries 0 -- mpirun sh -c 'echo computed' < /dev/null
ran native allfold allfold native native allfold
says '^allfold try: solver, 4 ranks, Open MPI v4\.1\.4: 3 runs each way, in turns$'
says '^reductions +1\.15 s, 1[12] % +0\.800 s, 8\.3 %'
says '^- waiting for late ranks +0\.275 s, 2\.8 % +.* no algorithm saves it; 0\.100 s and 0\.100 s may be waiting, too$'
says '^- the rest +0\.775 s, 7\.8 % +0\.425 s, 4\.4 %$'
says '^calls served +all 1[0-9]*'
says '^exit status +0 +0$'
says '^Next: allfold '
says_not '^computed'
[ "$(wc -l < "$directory/out")" -le 12 ] || fail "more than twelve lines"
tells_not .

echo "runs, a warm-up, and what the launcher is asked to set besides"
tries 0 --runs 1 --warmup --rules none mpirun sh -c : < /dev/null
ran native 'ALLFOLD_RULES=none' native 'ALLFOLD_RULES=none' allfold 'ALLFOLD_RULES=none'
says 'too few runs to tell'
ALLFOLD_MODE=native ALLFOLD_STATS=1 ALLFOLD_PROFILE=elsewhere tries 0 --runs 1 mpirun sh -c : < /dev/null
ran native allfold

echo "what the programs print"
tries 0 --runs 1 --show-output mpirun sh -c 'echo $WAY computed' < /dev/null
says '^native computed$'
says '^allfold computed$'

echo "each run has the whole input"
tries 0 --runs 2 mpirun sh -c 'cat > /dev/null' < <(printf 'first\nsecond\n')
ran native native: first allfold allfold: first allfold allfold: first native native: first
printf 'skipped\nfirst\nsecond\n' > "$directory/input"
{
  read -r skipped && [ "$skipped" = skipped ]
  tries 0 --runs 1 mpirun sh -c '[ "$(cat)" = second ]'
} < "$directory/input"
ran native native: first allfold allfold: first
says '^exit status +0 +0$'

echo "an input that nobody ends does not keep the program from running, nor one that nobody reads"
mkfifo "$directory/pipe"
exec 7<> "$directory/pipe"
echo first >&7
tries 0 --runs 2 mpirun sh -c : <&7
ran native native: first allfold allfold: first allfold allfold: first native native: first
exec 7>&-
tries 0 --runs 2 mpirun sh -c : < <(yes | head -n 100000)

echo "a program that fails with Allfold only"
tries 1 --runs 2 mpirun sh -c 'echo about to fail; [ $WAY = native ] || exit 9' < /dev/null
ran native allfold allfold native
says '^exit status +0 +9$'
says '^The program fails with Allfold only: exit status 9 in 2 of 2 runs\.$'
tells '^allfold try: run allfold-1: exit status 9; the last lines that it printed:$'
tells '^about to fail$'

echo "one that is killed, and one whose exit status is its own"
tries 1 --runs 1 mpirun sh -c '[ $WAY = native ] || kill -9 $$' < /dev/null
says '^The program fails with Allfold only: signal 9 in 1 of 1 runs\.$'
tries 0 --runs 1 mpirun sh -c 'exit 4' < /dev/null
ran native allfold
says '^exit status +4 +4$'
tries 0 --runs 1 mpirun sh -c '[ $WAY = allfold ]' < /dev/null
says '^exit status +1 +0$'

echo "one that fails without Allfold, too, is not run again"
NO_PROFILE=1 tries 1 mpirun sh -c 'exit 3' < /dev/null
ran native
says '^The program fails natively, too: exit status 3 in 1 of 1 runs\.$'

echo "one that writes no profile"
NO_PROFILE=1 tries 0 --runs 1 mpirun sh -c : < /dev/null
ran native allfold
says 'no profile was written'

echo "a run that has no end"
tries 1 --runs 2 --timeout 0.2s mpirun sh -c '[ $WAY = native ] || sleep 60' < /dev/null
ran native allfold
says '^The program fails with Allfold only: no end within '

echo "results that are compared"
compared='allfold: comparison: 420 calls compared:'
REPORT="$compared 0 mismatches" tries 0 --runs 1 --check mpirun sh -c : < /dev/null
ran native allfold compare
says '^Check: 420 calls compared: no mismatches\.$'
REPORT="$compared 2 MISMATCHES: in these" tries 1 --runs 1 --check mpirun sh -c : < /dev/null
says '^Check: 420 calls compared: 2 MISMATCHES\.$'
says '^In 2 of 420 calls the native result or Allfold'
REPORT="$compared 0 mismatches" tries 1 --runs 1 --check mpirun sh -c '[ $WAY != compare ] || kill -11 $$' < /dev/null
says '^Check: the run failed; ended by signal 11\.$'
REPORT="$compared 0 mismatches" tries 0 --runs 1 --check --show-output mpirun sh -c : < /dev/null
says '^Check: 420 calls compared: no mismatches\.$'

echo "the report that counts is the run's, not what the program prints"
old="cat $directory/old"
printf '%s\n' 'allfold: comparison: 3 calls compared: 3 MISMATCHES: in' "$compared 0 mismatches" > "$directory/old"
tries 1 --runs 1 --check mpirun sh -c "$old" < /dev/null
says '^Check: no report of compared calls; exit status 0\.$'
REPORT="$compared 0 mismatches" tries 0 --runs 1 --check mpirun sh -c "$old; $old >&2" < /dev/null
says '^Check: 420 calls compared: no mismatches\.$'
echo "jobs that a run makes one after the other all count"
printf '#!/bin/sh\n[ "$1" = --version ] || mpirun "$@"\nexec mpirun "$@"\n' > "$directory/bin/mpirun-twice"
chmod +x "$directory/bin/mpirun-twice"
REPORT="$compared 1 MISMATCHES: in" tries 1 --runs 1 --check mpirun-twice sh -c : < /dev/null
says '^Check: 840 calls compared: 2 MISMATCHES\.$'

echo "what makes a run other than it was meant"
tries 0 --runs 1 mpirun -x ALLFOLD_MODE=auto sh -c : < /dev/null
says '^The reductions are not known: the run had ALLFOLD_MODE=auto instead of native, by the command line'

echo "what goes wrong in the middle loses nothing that was measured"
tries 1 --runs 2 --json "$directory/try.json" mpirun sh -c 'rm -rf .allfold-try-*' < /dev/null
tells '^allfold try: .*: cannot be written: '
says '^allfold try: '
grep -q '"kind": "try"' "$directory/try.json" || fail "no JSON"
tries 2 --rules "$directory/none.json" mpirun sh -c : < /dev/null
ran

echo "nobody reads what it says"
"$allfold" try --runs 1 mpirun sh -c 'exit 5' < /dev/null 2>&1 > /dev/null | true || true
[ -z "$(ls -A)" ] || fail "left behind: $(ls -A)"

echo "files"
tries 0 --runs 1 --json "$directory/try.json" --html "$directory/try.html" mpirun sh -c : < /dev/null
grep -q '"kind": "try"' "$directory/try.json" || fail "no JSON"
grep -q '"try":' "$directory/try.html" || fail "the page does not have the runs"
if python3 -c '' 2> /dev/null; then
  python3 - "$directory/try.json" << 'END' || fail "the JSON is not what it should be"
import json, sys
tried = json.load(open(sys.argv[1]))
assert [run["way"] for run in tried["runs"]] == ["native", "allfold"], tried["runs"]
assert abs(tried["native"]["of_a_rank"]["reductions_seconds"] - 1.15) < 1e-6
assert tried["report"]["kind"] == "report" and len(tried["report"]["profiles"]) == 2
assert tried["difference"] == "too few runs" and tried["check"] is None
END
fi
tries 0 --runs 1 --keep "$directory/kept" mpirun sh -c 'echo computed' < /dev/null
grep -q computed "$directory/kept/allfold-1.out" || fail "no output is kept"
"$allfold" report "$directory/kept" > "$directory/out" || fail "the folder is none of profiles"
tries 2 --runs 1 --keep "$directory/kept" mpirun sh -c : < /dev/null
tells '^allfold try: --keep: .*: the folder contains files: '
tries 2 --runs 1 --json "$directory/none/try.json" mpirun sh -c : < /dev/null
tells '^allfold try: --json: .*: cannot be written: '
ran

echo "what is refused"
tries 2 < /dev/null
tells '^allfold try: missing command: expected a launcher and a program, for example: allfold try -- mpirun '
tries 2 --runs 0 mpirun sh -c : < /dev/null
tries 2 --timeout 5 mpirun sh -c : < /dev/null
tells "^allfold try: --timeout: invalid duration '5': "
tries 127 no-such-launcher sh < /dev/null
tells '^allfold try: no-such-launcher: not found in PATH'
