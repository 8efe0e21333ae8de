#!/usr/bin/env bash
# shellcheck source-path=SCRIPTDIR
# node_model.sh COMMAND SIMULATE SOURCE: the node file that `allfold doctor --node-model` writes of this machine, and
# whether bench/node.sh simulates that node.
set -euo pipefail
allfold=$(realpath "$1") simulate=$2 source_dir=$3
# shellcheck source=../said.sh
. "$(dirname "$0")/../said.sh"
for name in $(compgen -v ALLFOLD_ || true); do unset "$name"; done
unset LD_PRELOAD OMPI_COMM_WORLD_RANK PMIX_RANK PMI_RANK SLURM_PROCID
export TMPDIR=$directory
cd "$directory"

# doctor STATUS ARGUMENT...: runs it; its output is stored. The limits of this machine may be a problem.
doctor() {
  local expected=$1 status=0
  shift
  echo "+ allfold doctor $*"
  "$allfold" doctor "$@" > "$directory/out" 2>&1 || status=$?
  [[ $status = "$expected" || ($expected = any && $status -le 1) ]] || fail "status $status instead of $expected"
}

# The processors of this machine are not known to the test, only that the file is valid and simulated.
doctor any --node-model mine.json --like milan --json findings.json
says '^ok       node model: mine\.json: [0-9]+ values read, 0 measured, [0-9]+ assumed as those of milan, as --like asks for$'
grep -q '"node model"' findings.json || fail "no such finding in the JSON"
"$simulate" --node ./mine.json --describe > out
says '^mine: .*; drafted by allfold doctor$'
says '^latency\.memory +130 ns, of a line from memory \(assumed, as milan: as rome: estimate\)$'
cores=$(awk '$1 == "cores.all" { print $2 }' out)
[ "$cores" -ge 1 ] || fail "there are no cores"
"$source_dir/bench/node.sh" --simulate "$simulate" --results "$directory/results" --node "$directory/mine.json" \
  --ranks "$((cores < 4 ? cores : 4))" --sizes 8,8k > out 2> err || fail "bench/node.sh refuses the file: $(cat err)"
says '^# Allfold on a modelled node: mine: '
says '^\| 8 KiB \| [0-9.]+ \|'

# The name of the file is that of the node, and need be no text of a known encoding.
doctor any --node-model 'a "quoted" name.json' --like xeon
"$simulate" --node './a "quoted" name.json' --describe > out
says '^a "quoted" name: '

# By the processors of this machine.
doctor any --node-model mine.json
says '^ok       node model: mine\.json: .* assumed as those of (genoa|grace|milan|rome|xeon), (which has processors of the same family|since no known node has such processors; see --like)$'

doctor 2 --like milan
says '^allfold doctor: --like: no node file is written: expected --node-model FILE, too$'
doctor 2 --limits limits.json
says '^allfold doctor: --limits: no node file is written: expected --node-model FILE, too$'
doctor 2 --node-model mine.json --like naples
says "^allfold doctor: --like: unknown node 'naples': expected one of genoa, grace, milan, rome, xeon$"
doctor 1 --node-model no/such/folder/mine.json
says '^allfold doctor: --node-model: no/such/folder/mine\.json: cannot be written: '
doctor 1 --node-model mine.json --limits none.json
says "^allfold doctor: --limits: none\.json: .*: expected the output of 'mpirun -n RANKS allfold bench --limits --json FILE'$"
cat > limits.json <<'JSON'
{"machine": {"processor": "of another node"}, "flag_latency": 3e-8,
 "limits": [{"ranks": 1, "bytes": 8192, "copies": 1e-7, "remote_write": 2e-7, "remote_read": 3e-7}]}
JSON
if grep -q '^model name' /proc/cpuinfo; then
  doctor 1 --node-model mine.json --limits limits.json
  says "^allfold doctor: --limits: limits\.json: measured on 'of another node': expected '.*', the processor of this node; "
  sed -i "s|of another node|$(sed -n 's/^model name\t: //p' /proc/cpuinfo | head -n 1)|" limits.json
fi
doctor any --node-model mine.json --limits limits.json --like milan
says '^ok       node model: mine\.json: [0-9]+ values read, [1-9] measured, '
"$simulate" --node ./mine.json --describe > out
says '^latency\.same_l3 +30 .*\(measured: limits\.json: a flag from rank 0 to rank 1, '
