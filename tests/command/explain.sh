#!/usr/bin/env bash
# explain.sh COMMAND: what `allfold explain` prints, writes and refuses. The environment contains CMAKE.
set -euo pipefail
# shellcheck source=../literally.sh
. "$(dirname "$0")/../literally.sh"
allfold=$1
here=$(dirname "$(realpath "$0")")
# shellcheck source=../said.sh
. "$(dirname "$0")/../said.sh"
# Only the variables set here.
for name in $(compgen -v ALLFOLD_ || true); do unset "$name"; done
export XDG_CONFIG_HOME=$directory/config

# explain STATUS ARGUMENT...: runs it; its output is stored.
explain() {
  local expected=$1 status=0
  shift
  echo "+ allfold explain $*"
  "$allfold" explain "$@" > "$directory/out" 2>&1 || status=$?
  [ $status = "$expected" ] || fail "status $status instead of $expected"
}
refuses() {
  explain 2 "${@:2}"
  says "^(allfold explain: )?$1"
  says '^(allfold explain: )?.+: .+(: expected |; |, for example |\(did you mean ).+'
}

cat > "$directory/rules.json" <<'RULES'
{"format": "allfold rules 1",
 "machine": {"processor": "of a machine far away", "processors": 3, "network": "high-speed", "mpi": "none"},
 "rules": [
  {"collective": "allreduce", "ranks": [7, 7],
   "choose": [{"to-bytes": 1024, "kernel": "ring"}, {"to-bytes": 65536, "kernel": "native"},
              {"kernel": "bruck", "segment": "64k"}]}],
 "measurements": [
  {"collective": "allreduce", "operation": "predefined", "ranks": 7, "ranks-per-node": 1, "bytes": 32768,
   "times": {"native": [2e-5, 1.9e-5, 2.1e-5], "ring": [4e-5, 3.9e-5, 4.1e-5]}}]}
RULES

# Shared memory: the values depend on the machine, the form of the output does not.
explain 0 -p 2 --node
says '^2 ranks on this node'
says '^processors +[1-9][0-9]* for this process, [1-9][0-9]* for its control group$'
says '^cache +'
says '^waiting +(one processor for each rank|more ranks than processors): waiting ranks yield'
says '^ +each rank polls all others$'
says '^- allreduce +first whole \(default\)$'
says '^- reduce +first whole \(default\)$'
says '^copies +(at once( or in pieces of 2 KiB, depending on their addresses)?|in pieces of 2 KiB)$'
says '^memory of a rank +[0-9]+ KiB for each communicator, [0-9]+ KiB for each thread in a long call$'
explain 0 -p 65536 --node
says '^waiting +more ranks than processors: '
says '^clusters +[0-9]+: ranks 0-[0-9]+ '
says '^ +ranks poll their leaders, and leaders each other$'
says '^- allreduce +first sliced \(default\)$'
cat > "$directory/ways.json" << 'WAYS'
{"format": "allfold rules 1",
 "rules": [
  {"collective": "allreduce", "ranks-per-node": [2, 2], "bytes": [16384, 524287], "choose": [{"first-way": "sliced"}]},
  {"collective": "reduce", "ranks-per-node": [3, 3], "choose": [{"first-way": "sliced"}]}]}
WAYS
explain 0 -p 2 --node --rules "$directory/ways.json"
says '^- allreduce +first whole \(default\), from 16 KiB on sliced \(rules\), from 512 KiB on whole \(default\)$'
says '^- reduce +first whole \(default\)$'
ALLFOLD_RULES=$directory/ways.json explain 0 -p 2 --node
says '^- allreduce +first .* sliced \(rules\)'
mkdir -p "$XDG_CONFIG_HOME/allfold"
sed 's/"rules": /"machine": {"processor": "x", "processors": 1, "network": "tcp", "mpi": "none"}, &/' \
  "$directory/ways.json" > "$XDG_CONFIG_HOME/allfold/rules.json"
explain 0 -p 2 --node
says '^allfold explain: note: .*rules.json: not used: its processor is .x.'
says_not '\(rules\)'
rm "$XDG_CONFIG_HOME/allfold/rules.json"
refuses '.*/nowhere.json: cannot be read' -p 2 --node --rules "$directory/nowhere.json"
refuses '--node: one rank: expected 2 or more' -p 1 --node
explain 2 -p 2 --node --json "$directory/x"
says '--(json, --node|node, --json): cannot be combined: '

# Without rules: by the model of the network.
explain 0 -p 13
says '^allreduce on 13 ranks, one per node, 32768 B, predefined operation$'
says '^chosen: composed:steps='
says '^because: the cheapest composition$'
says '^predicted times, by the cost model with alpha=30us,beta=1ns,'
says '^  ring +[0-9.]+ (µs|ms)$'
says '^measured times of this call: none$'
says_not '^  (node|lanes|two-tree)'
explain 0 -p 13 --network high-speed
says '^predicted times, by the cost model with alpha=1us,'
explain 0 -p 13 --network high-speed --model beta=3ns
says '^predicted times, by the cost model with alpha=1us,beta=3ns,'
explain 0 -p 4 --sizes 512
says '^chosen: direct$'
says '^predicted times, by the cost model with alpha=30us,.*,gap=8us,'
explain 0 -p 7 --sizes 512 --model gap=30us
says '^chosen: composed:steps='
says ',gap=30us,'
explain 0 -p 8 --ranks-per-node 2 --sizes 8
says '^chosen: lanes:'
ALLFOLD_NODE=0 explain 0 -p 8 --ranks-per-node 2 --sizes 8
says '^chosen: composed:steps='
ALLFOLD_MODEL=gamma=7ns explain 0 -p 13 --ranks-per-node 13
says 'on one node, '
says '^chosen: node$'
says 'alpha=1us,.*gamma=7ns'
says '^  node '
explain 0 -p 64 --sizes 64k --network high-speed --model group=16,beta-far=1ns
says 'group=16,beta-far=1ns'
explain 0 -p 12 --ranks-per-node 4 --collective reduce --sizes 8,64k
says '^reduce on 12 ranks, up to 4 per node, 8 B'
says '^reduce on 12 ranks, up to 4 per node, 65536 B'
says '^  lanes:'
says '^  two-tree:'
ALLFOLD_NODE=0 explain 0 -p 12 --ranks-per-node 4
says_not 'lanes'
ALLFOLD_REPRODUCIBLE=1 explain 0 -p 13
says '^because: the cheapest algorithm that gives reproducible results$'
says_not '^  ring '
explain 0 -p 7 --op ordered
says ', ordered operation$'
says_not '^  ring '
cp "$directory/out" "$directory/ordered"
explain 0 -p 7 --op user-ordered
diff "$directory/ordered" "$directory/out" || fail "user-ordered is not ordered"
explain 0 -p 7 --op commutative --type float_int
says ', commutative operation$'

# By rules: the matching rule, and the measurements.
explain 0 -p 7 --sizes 1k,32K,64k,65544 --op sum --type double --rules "$directory/rules.json"
says "^because: $(literally "$directory")/rules.json:4, 7 ranks, up to 1024 B$"
says '^chosen: native$'
says '^chosen: bruck, segments of 64k$'
says ', above 65536 B$'
says '^predicted times, by the cost model with alpha=1us,.*:$'
says '^second column: the same, corrected by measurements on 7 ranks'
says '^measured times of this call \(median'
says '^  native +20.000 µs  19.000 µs to 21.000 µs$'
says_not 'measured on another machine'
explain 0 -p 7 --op ordered --rules "$directory/rules.json" --sizes 8
says '^because: cheaper than any composition; .*:4 is skipped: ring does not keep rank order$'
ALLFOLD_ALLREDUCE=ring explain 0 -p 7 --rules "$directory/rules.json"
says '^because: set by ALLFOLD_ALLREDUCE$'
explain 0 -p 7 --rules "$directory/rules.json" --json "$directory/explained.json"
"$CMAKE" -D FILE="$directory/explained.json" -P "$here/check_explain_json.cmake" ||
  fail "not the JSON that it should be"

explain 0 -p 7 --rules "$directory/rules.json" --sizes 8,32k,128k --table "$directory/explained.tsv"
awk -F '\t' '
  NF != 8 { exit failed = 1 }
  $5 == "native" && $4 == 32768 { found += $6 == 1 && $7 == "-" && $8 == 2e-5 }
  $5 == "ring" && $4 == 32768 { found += $6 == 0 && $7 > 0 && $8 == 4e-5 }
  $5 == "ring" && $4 == 8 { found += $6 == 1 && $7 > 0 && $8 == "-" }
  $5 == "bruck segment=64k" { found += $6 == 1 && $7 > 0 }
  $6 == 1 { chosen++ }
  END { exit failed || found != 4 || chosen != 3 }' "$directory/explained.tsv" ||
  fail "not the table: $(cat "$directory/explained.tsv")"

# Several ranks on a node, as in the choice.
explain 0 -p 16 --ranks-per-node 4 --sizes 32k --rules none --network high-speed --table "$directory/explained.tsv"
says '^chosen: lanes:lanes=4,steps=2-2$'
says '^  lanes:lanes=4,steps=2-2 +9.653 µs$'
awk -F '\t' '$5 == "lanes:lanes=4,steps=2-2" { found += $6 == 1 && $7 > 9.65e-6 && $7 < 9.66e-6 }
  END { exit found != 1 }' "$directory/explained.tsv" || fail "not the times of the choice: $(cat "$directory/explained.tsv")"

# As in a program: rules from the variable, or from the user's folder.
ALLFOLD_RULES=$directory/rules.json explain 0 -p 7
says '^chosen: native$'
mkdir -p "$XDG_CONFIG_HOME/allfold"
cp "$directory/rules.json" "$XDG_CONFIG_HOME/allfold"
explain 0 -p 7
says '^allfold explain: note: .*rules.json: not used: its processor is .of a machine far away., here '
says '^chosen: composed'
sed -i 's/^ "machine": .*/ "machine": {"processors": '"$(getconf _NPROCESSORS_ONLN)"'},/' "$XDG_CONFIG_HOME/allfold/rules.json"
explain 0 -p 7
says "^because: $XDG_CONFIG_HOME/allfold/rules.json:4,"
says_not '^allfold explain: '
# A folder of rules files: the one for this machine.
mkdir "$directory/rules.d"
cp "$directory/rules.json" "$directory/rules.d/a.json"
cp "$XDG_CONFIG_HOME/allfold/rules.json" "$directory/rules.d/b.json"
explain 0 -p 7 --rules "$directory/rules.d"
says "^because: $(literally "$directory")/rules.d/b.json:4,"
says "^allfold explain: note: $(literally "$directory")/rules.d/a.json: not used: its processor is "
rm "$directory"/rules.d/*
explain 0 -p 7 --rules "$directory/rules.d"
says '^allfold explain: warning: ALLFOLD_RULES=.*/rules.d: no rules files in this folder: expected '
explain 0 -p 7 --rules none
says '^chosen: composed'
echo '{"format": "allfold rules 1", "rule": []}' > "$XDG_CONFIG_HOME/allfold/rules.json"
explain 0 -p 7
says 'rules.json:1: rule: unknown key'
says 'warning: .*rules.json: not used: see above;'
says '^chosen: composed'

refuses "$directory/none: cannot|ALLFOLD_RULES=$directory/none: cannot be read" \
  -p 7 --rules "$directory/none"
echo '{"format": "allfold rules 1", "rule": [], "modle": 1}' > "$directory/faulty.json"
refuses '.*faulty.json:1: rule: ' -p 7 --rules "$directory/faulty.json"
says "^.*faulty.json:1: modle: .*did you mean 'model'\?"
refuses "--model: .*invalid time '2'" -p 7 --model alpha=2
refuses "--network: unknown network 'ethernet'" -p 7 --network ethernet
refuses '--network: has no effect on one node' -p 7 --ranks-per-node 8 --network tcp
refuses "--collective: unknown collective 'bcast'" -p 7 --collective bcast
refuses "--sizes: invalid size 'x'" -p 7 --sizes x
refuses '--sizes: 12: expected a multiple of 8, the size of an element of double' -p 7 --sizes 12
refuses "--type: unknown value 'quad'" -p 7 --type quad
refuses "--op: unknown value 'xor'" -p 7 --op xor
refuses '--op: sum is not defined for double_int: expected ' -p 7 --op sum --type double_int --sizes 16
ALLFOLD_STATS=maybe refuses 'ALLFOLD_STATS=maybe: ' -p 7
explain 2
says '--ranks: missing: expected a number of ranks, for example -p 13; see '
explain 2 -p 0
explain 1 -p 7 --json "$directory/no/such/file"
says '--json: .*: cannot be written: No such file or directory; name another file'
explain 1 -p 7 --table "$directory/no/such/file"
says '--table: .*: cannot be written: No such file or directory; name another file'
