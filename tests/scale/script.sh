#!/usr/bin/env bash
# shellcheck source-path=SCRIPTDIR
# script.sh SIMULATE SOURCE: what bench/scale.sh simulates, stores and prints.
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"
source_dir=$2

# script STATUS OPTION...
script() {
  local expected=$1 status=0
  shift
  echo "+ bench/scale.sh $*"
  "$source_dir/bench/scale.sh" --simulate "$simulate" --results "$directory/results" "$@" \
    > "$directory/out" 2> "$directory/err" || status=$?
  [ $status = "$expected" ] || fail "status $status instead of $expected"
}

few=(--ranks "5,8" --sizes "8,64k" --also ring --peer smpi:mpich --peer smpi:rdb)
script 0 "${few[@]}"
tells 'allreduce, 5 ranks, auto$'
tells 'reduce, 8 ranks, smpi:mpich$'
tells '^left out: reduce by smpi:rdb: SMPI has no such algorithm$'
says '^# Allfold at scale: flat \(messages share the links of their hosts only\), latency 0\.6 µs, 12\.5 GB/s$'
says '^In the simulation: alpha=1.00128us,beta=80ps,gamma=20ps,gap=400ns\.$'
says '^### allreduce, 5 ranks$'
says '^### reduce, 8 ranks$'
says '^\| 64 KiB \| [0-9.]+ \| [0-9.]+ \| [0-9.]+ \| smpi:(mpich|rdb) \| [0-9.]+ \| [0-9.]+ \| (auto|ring) \| [0-9.]+ \| [a-z-]+ \|$'
says '^\| allreduce \| 8 \| [0-9.]+ \| [0-9.]+ \| (8 B|64 KiB) \| smpi:(mpich|rdb) \|$'
says '^ +ranks +5 +8$'
says '^ +[A-D] (Allfold: (auto|ring)|smpi:(mpich|rdb))$'
cp "$directory/out" "$directory/before"
json=$(echo "$directory"/results/*/scale.json)
for key in '"place": "flat ' '"algorithm": "auto"' '"native": "smpi:mpich"' '"bytes": 65536' '"best_ratio_all"'; do
  grep -qF -- "$key" "$json" || fail "no $key in the JSON"
done
if command -v python3 > /dev/null; then python3 -m json.tool "$json" > /dev/null || fail "that is no JSON"; fi

# Existing results are not simulated again, missing ones are. The tables are the same.
rm "$directory"/results/*/allreduce-8-smpi_rdb.tsv
script 0 "${few[@]}"
tells 'allreduce, 8 ranks, smpi:rdb$'
tells_not '5 ranks|auto|ring|mpich|reduce by'
cmp "$directory/out" "$directory/before" || fail "the tables are other ones"
# Results with other parameters of the machine are separate.
script 0 --ranks 5 --sizes "8,64k" --collective reduce --peer smpi:mpich --latency 5us
tells 'reduce, 5 ranks, auto$'

# Hosts with several ranks: their times in shared memory come from a model of nodes, once for each node.
on_hosts=(--ranks 12 --ppn 3 --sizes 8 --collective allreduce --peer smpi:mpich)
script 0 "${on_hosts[@]}" --node rome
tells 'times of 3 ranks in the shared memory of rome$'
says '^# Allfold at scale: flat .*, hosts as rome, 3 ranks a host$'
script 0 "${on_hosts[@]}" --node rome
tells_not 'times of|simulated|allreduce, 12 ranks'
script 0 "${on_hosts[@]}"
tells 'times of 3 ranks in the shared memory of milan$'
script 2 "${on_hosts[@]}" --node naples
tells "^simulate_node: --node: unknown node 'naples': expected "

# Allfold's results belong to one build, the results of others do not.
mkdir "$directory/rebuilt"
cp "$(dirname "$simulate")"/*.so "$directory/rebuilt"
cp "$simulate" "$directory/rebuilt/simulate"
echo >> "$directory/rebuilt/simulate"
simulator=$simulate
simulate=$directory/rebuilt/simulate
script 0 "${few[@]}"
tells 'allreduce, 5 ranks, auto$'
tells_not 'mpich|rdb'
cmp "$directory/out" "$directory/before" || fail "the tables are other ones"
simulate=$simulator

# If the model depends on the number of ranks, it is printed for each number.
script 0 --platform torus --ranks "4,16" --sizes 8 --collective reduce --peer smpi:mpich
says '^In the simulation of 4 ranks: alpha='
says '^In the simulation of 16 ranks: alpha='
grep -qF '"models": [{"ranks": 4, "model": "alpha=' "$(grep -l torus "$directory"/results/*/scale.json)" || fail "no models in the JSON"

# When it is ended, it ends the simulations that it has started, and unlocks the folder.
cat > "$directory/slow" << 'END'
#!/usr/bin/env bash
[[ $* == *--describe* ]] || { echo $$ >> "$waiting" && exec sleep 60; }
exec "$simulator" "$@"
END
chmod +x "$directory/slow"
export simulator waiting=$directory/waiting
"$source_dir/bench/scale.sh" --simulate "$directory/slow" --results "$directory/results" --ranks 3 --sizes 8 \
  > "$directory/out" 2> "$directory/err" &
ended=$!
until [ -s "$waiting" ]; do sleep 0.1; done
simulate=$directory/slow
script 2 --ranks 3 --sizes 8
tells ' is in use: expected no other bench/scale\.sh of the same machine and sizes'
kill "$ended"
wait "$ended" || true
for _ in 1 2 3 4 5 6 7 8 9 10; do
  running=
  while read -r process; do ! kill -0 "$process" 2> /dev/null || running=yes; done < "$waiting"
  [ -n "$running" ] || break
  sleep 0.5
done
[ -z "$running" ] || fail "a simulation runs on"
simulate=$simulator

# Failures are reported, and everything else is simulated.
script 1 --ranks 4 --sizes 8 --peer smpi:no-such-algorithm
tells "^FAILED: smpi:no-such-algorithm: SMPI has no such algorithm$"
says '^### allreduce, 4 ranks$'
cat > "$directory/failing" << 'END'
#!/usr/bin/env bash
[[ $* != *"--collective reduce"*"--contestant smpi:mpich"* ]] || { echo "no way" >&2; exit 1; }
exec "$simulator" "$@"
END
chmod +x "$directory/failing"
simulate=$directory/failing
script 1 --ranks 3 --sizes 8 --peer smpi:mpich
tells '^    no way$'
tells '^FAILED: reduce, 3 ranks, smpi:mpich'
says '^### reduce, 3 ranks$'
simulate=$simulator

script 2 --nonsense
tells 'bench/scale.sh: unknown option --nonsense'
script 2 --peer mpich
tells "^bench/scale.sh: --peer: unknown peer 'mpich': expected smpi:NAME, for example smpi:mpich$"
script 2 --platform tree
tells "^simulate: --platform: there is no file 'tree'"
