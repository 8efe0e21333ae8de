#!/usr/bin/env bash
# tune.sh RANKS COMMAND SLOW_OPERATION: short runs of `allfold tune`, and the files that they write. The environment
# contains MPIRUN, mpirun with its flags, and CMAKE.
set -euo pipefail
ranks=$1 allfold=$2 slow_operation=$3
here=$(dirname "$(realpath "$0")")
# shellcheck source=../literally.sh
. "$(dirname "$0")/../literally.sh"
# shellcheck source=../said.sh
. "$(dirname "$0")/../said.sh"
rules=$directory/rules.json
# shellcheck source=tune_whole.sh
. "$here/tune_whole.sh"

# tune STATUS ARGUMENT...: a run on `ranks` ranks; its output is stored.
tune() {
  local expected=$1 status=0
  shift
  echo "+ allfold tune $*"
  # shellcheck disable=SC2086
  $MPIRUN -np "$ranks" "$allfold" tune "$@" > "$directory/out" 2>&1 || status=$?
  [ $status = "$expected" ] || fail "status $status instead of $expected"
}

# tune_all SECONDS ARGUMENT...: tunes until all points are measured.
tune_all() {
  local seconds=$1
  shift
  echo "+ allfold tune $*"
  # shellcheck disable=SC2086
  tune_whole "$directory/out" "$seconds" $MPIRUN -np "$ranks" "$allfold" tune "$@" || fail "status $?"
}

# In one line only, for any number of ranks.
says_once() { says_in_lines 1 "$1"; }

# has RULES POINTS: the file is complete, and contains this many rules and points.
has() {
  "$CMAKE" -D FILE="$rules" -D RULES="$1" -D POINTS="$2" -P "$here/check_rules_json.cmake" ||
    fail "not the file that it should be: $(cat "$rules")"
}

numbers=$((ranks - 1))  # from 2 to `ranks`
tune_all 4 -o "$rules" --sizes 8,16k
has $((2 * numbers)) $((4 * numbers))
says_once '^The machine: alpha=.*beta-inside='
says_once '^allreduce, predefined operations$'
says_once "^Written to .*rules.json: $((4 * numbers)) points\.$"

# The judgement of its own choice, which may be missing, uses turns that had no part in the choice.
judged='geometric mean of [0-9]+ of'
says_in_lines 2 "^(Judged \\($judged|The node was too busy for a judgement.*: $judged|Not judged: no time was left)"
# The file contains the judgements, too, except for native calls, which are not compared with themselves.
shown=$(grep -E '^[0-9]+ +[0-9]+ +[0-9]+ (B|KiB|MiB) .* – [0-9]' "$directory/out" | grep -vcE 'B +native ' || true)
[ "$(grep -c '"judged": {"choice": "' "$rules" || true)" -ge "$shown" ] || fail "$shown points were judged: $(cat "$rules")"

# The fastest way of long vectors through shared memory comes first. On a machine too busy to tell, there is no first
# way yet.
ways_of() { # ways_of COLLECTIVE RANKS BYTES: the number of points of which the ways were measured
  tr -d '\n' < "$rules" | grep -oE "\"collective\": \"$1\", \"operation\": \"predefined\", \"ranks\": $2, \"ranks-per-node\": $2, \"bytes\": $3, *\"times\": \{ *\"node:way=" | wc -l
}
for seconds in 4 8 16 32 64; do
  [ "$(ways_of allreduce 2 16384)" = 0 ] || break
  tune 0 -o "$rules" --budget ${seconds}s --sizes 16k --ranks 2 --collective allreduce --resume
done
[ "$(ways_of allreduce 2 16384)" = 1 ] || fail "no way of Allreduces: $(cat "$rules")"
[ "$(ways_of '[a-z]+' '[0-9]+' '[0-9]+')" -le $((2 * numbers)) ] || fail "too many ways: $(cat "$rules")"
[ "$(ways_of '[a-z]+' '[0-9]+' 8)" = 0 ] || fail "a way of short vectors"
fastest=$(tr -d '\n' < "$rules" |
  grep -oE '"collective": "allreduce", "operation": "predefined", "ranks": 2, "ranks-per-node": 2, "bytes": 16384, *"times": \{ *"node:way=[^}]*' |
  grep -oE 'node:way=[a-z-]+": \[[0-9.e-]+' | sed 's/node:way=//; s/": \[/ /' | sort -g -k 2 | head -n 1 | cut -d ' ' -f 1)
"$allfold" explain -p 2 --node --rules "$rules" > "$directory/out"
says "^- allreduce +first .*$fastest \(rules\)"
grep -qF '{"first-way": "'"$fastest"'"}' "$rules" || fail "a slower way is the first: $(cat "$rules")"

# Existing values are kept, digit by digit, if there is no time to visit the point again.
cp "$rules" "$directory/before.json"
tune 0 -o "$rules" --budget 1ms --sizes 8,16k --resume
grep -c '"bytes"' "$rules" > /dev/null
itself='Judged \(geometric mean of 2 of 2 points, in turns that had no part in the choice\): 1\.00 times as fast as native'
says_in_lines 2 "^(Not judged: no time was left to measure the choices again;|$itself)"
diff <(sed -n '/"rules"/,$p' "$directory/before.json") <(sed -n '/"rules"/,$p' "$rules") ||
  fail "measured again"
tune_all 4 -o "$rules" --sizes 8,1k,16k --collective reduce --ranks 2 --resume --markdown
has $((2 * numbers)) $((4 * numbers + 1))
says_once '^### reduce, predefined operations'

# Judgements are kept with --resume as long as the choice is the same.
cp "$rules" "$directory/kept.json"
judged='"judged": {"choice": "CHOICE", "native": [3e-05, 2e-05, 4e-05], "chosen": [1e-05, 1e-05, 1e-05], "gain": [3, 2, 4]}'
measured='"collective": "reduce", "operation": "predefined", "ranks": 2, "ranks-per-node": 2, "bytes": 8'
times='{"native": [3e-05, 2e-05, 4e-05], "binary-tree": [1e-05, 1e-05, 1e-05]}'
for choice in binary-tree postal-tree; do
  kept=1
  [ $choice = binary-tree ] || kept=0
  echo "{\"format\": \"allfold rules 1\", \"measurements\": [{$measured, \"times\": $times, ${judged/CHOICE/$choice}}]}" \
    > "$rules"
  tune 0 -o "$rules" --budget 1ms --sizes 8 --ranks 2 --collective reduce --resume --quiet
  [ "$(grep -c '"judged": {"choice": "binary-tree"' "$rules" || true)" = $kept ] ||
    fail "judged $choice: $(cat "$rules")"
  ! grep -q '"choice": "postal-tree"' "$rules" || fail "the judgement of another choice: $(cat "$rules")"
done
mv "$directory/kept.json" "$rules"

# A way that a person has written is kept, and is not measured.
cp "$rules" "$directory/kept.json"
by_hand='{"collective": "reduce", "ranks-per-node": [2, 2], "bytes": [8192, 16383], "choose": [{"first-way": "read"}]}'
sed -i "s/\"rules\": \[/&$by_hand,/" "$rules"
tune_all 1 -o "$rules" --sizes 8k --ranks 2 --resume --quiet
[ "$(ways_of reduce 2 8192)" = 0 ] || fail "measured: $(cat "$rules")"
tr -d '\n' < "$rules" | grep -qE '"rules": \[ *\{"collective": "reduce", "ranks-per-node": \[2, 2\], "bytes": \[8192, 16383\], +"choose": \[ *\{"first-way": "read"\}\]\}' ||
  fail "the way of a person is not the first"
mv "$directory/kept.json" "$rules"

# Points in doubt are visited again: here all of them, since all times are equal.
sed -i -E 's/: \[[0-9.e-]+, [0-9.e-]+, [0-9.e-]+(, \[[^]]*\])*\]/: [1e-05, 1e-05, 1e-05]/' "$rules"
for seconds in 4 8 16 32 64; do
  tune 0 -o "$rules" --budget ${seconds}s --sizes 8 --ranks 2 --collective allreduce --resume
  says_once "^Written to .*rules.json: $((4 * numbers + 1)) points\.$"
  if grep -qE '"native": \[[^]]*, \[' "$rules"; then break; fi
done
grep -qE '"native": \[[^]]*, \[' "$rules" || fail "nothing was visited again"

# A Reduce takes as long as on its root, whichever rank that is; the others may end earlier. On 4 ranks the root
# reduces two vectors, 4 ms each. (mpirun's own processes cannot load a library that was built with a sanitizer.)
if [ "$ranks" = 4 ] && ! nm -D "$slow_operation" | grep -qE '__(asan|tsan|ubsan)_'; then
  # shellcheck disable=SC2086
  tune_whole "$directory/out" 6 $MPIRUN -x LD_PRELOAD="$slow_operation" -np 4 "$allfold" tune --ranks 4 \
    -o "$directory/slow.json" --sizes 8 --op user --collective reduce || fail "slow operation"
  grep -oE '"native": \[[0-9.e-]+' "$directory/slow.json" |
    awk '{ exit !(substr($2, 2) >= 0.008) }' ||
    fail "natively it takes less than 8 ms: $(cat "$directory/slow.json")"
fi

# In a folder, the file for this machine.
tune 0 -o "$directory/rules.d/" --budget 1ms --sizes 8 --ranks 2 --quiet
of_machine=$(echo "$directory"/rules.d/*-"$(getconf _NPROCESSORS_ONLN)"-*.json)
[ -f "$of_machine" ] || fail "no file for this machine: $(ls "$directory/rules.d")"
says_once "^Written to $(literally "$of_machine"): [0-9]+ points?\."
tune 0 -o "$directory/rules.d" --budget 1ms --sizes 8 --ranks 2 --quiet --resume
[ "$(ls "$directory/rules.d")" = "${of_machine##*/}" ] || fail "not the same file: $(ls "$directory/rules.d")"
"$allfold" explain -p 2 --rules "$directory/rules.d" > "$directory/out" 2>&1 || fail explain
says_not 'warning|not used'
tune 2 -o "$of_machine/a/" --budget 1ms --sizes 8 --ranks 2 --quiet
says_once '-o: .*: cannot be written: Not a directory'

# Calls with another timing take other times.
tune 2 -o "$rules" --budget 1ms --sizes 8 --ranks 2 --timing cold --resume
says_once '--resume: .*: its times are of separated calls: expected cold calls; use --timing separated, '
tune 0 -o "$directory/timing.json" --budget 1ms --sizes 8 --ranks 2 --timing back-to-back --quiet
grep -qF '"timing": "back-to-back"' "$directory/timing.json" || fail "the timing is not in the file"
tune 0 -o "$directory/timing.json" --budget 1ms --sizes 8 --ranks 2 --timing back-to-back --resume --quiet

# Other operations have their own rules.
tune_all 2 -o "$rules" --sizes 8 --ranks 2 --op user --resume --quiet
has $((2 * numbers + 2)) $((4 * numbers + 3))
says_once "^reduce, commutative user operations"

tune_all 1 -o "$rules" --sizes 8 --ranks 2 --op user-ordered --resume --quiet
has $((2 * numbers + 4)) $((4 * numbers + 5))
says_once "^reduce, non-commutative user operations"

# Rules from other sources keep their place.
by_hand='{"collective": "reduce", "ranks": [2, 3], "choose": [{"kernel": "native"}]}'
sed -i "s/\"rules\": \[/&$by_hand,/" "$rules"
tune_all 1 -o "$rules" --sizes 64 --ranks 2 --collective reduce --resume --quiet
has $((2 * numbers + 5)) $((4 * numbers + 6))
tr -d '\n' < "$rules" | grep -qE '"rules": \[ *\{"collective": "reduce", "ranks": \[2, 3\], *"choose"' ||
  fail "the rule of another is not the first"
cp "$directory/before.json" "$rules"

# Without time nothing changes.
tune 0 -o "$rules" --budget 1ms --sizes 32,64 --resume
says_once 'points\. [0-9]+ points were not measured \(the budget is spent\)'
has $((2 * numbers)) $((4 * numbers))

# An interrupted run: each point is in the file as soon as it is measured.
rm "$rules"
# shellcheck disable=SC2086
$MPIRUN -np "$ranks" "$allfold" tune -o "$rules" --budget 100s --sizes 8:32m > "$directory/out" 2>&1 &
mpirun=$!
until grep -q '"times"' "$rules" 2> /dev/null; do
  kill -0 $mpirun || fail "it ended too soon"
  sleep 0.1
done
pgrep -P $mpirun | xargs kill -INT
status=0
wait $mpirun || status=$?
[ $status = 130 ] || fail "status $status instead of 130"
says_once 'points\. [0-9]+ points were not measured \(it was interrupted\)'
has "$(grep -c '"choose"' "$rules")" "$(grep -c '"times"' "$rules")"

# Arguments that cannot work.
tune 2 -o "$directory/no/such/folder"
says_once 'tune: -o: .*no/such/folder: cannot be written'
tune 2 -o "$rules" --ranks $((ranks + 1))
says_once "tune: --ranks: $((ranks + 1)): expected at most $ranks, the ranks of this job;"
sed -i 's/"processors": *[0-9]*/"processors": 12345/' "$rules"
tune 2 -o "$rules" --resume
says_once 'tune: --resume: .* measured on another machine: its number of processors is .12345., here '
sed -i 's/"choose"/"chose"/' "$rules"
tune 2 -o "$rules" --resume
says_once 'tune: --resume: .*: errors in the file;'
