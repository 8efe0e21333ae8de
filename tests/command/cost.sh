#!/usr/bin/env bash
# cost.sh COMMAND: what `allfold cost` prints, writes and refuses. The environment contains CMAKE.
set -euo pipefail
allfold=$1
here=$(dirname "$(realpath "$0")")
# shellcheck source=../said.sh
. "$(dirname "$0")/../said.sh"

# cost STATUS ARGUMENT...: runs it; its output is stored.
cost() {
  local expected=$1 status=0
  shift
  echo "+ allfold cost $*"
  "$allfold" cost "$@" > "$directory/out" 2>&1 || status=$?
  [ $status = "$expected" ] || fail "status $status instead of $expected"
}

# refuses PATTERN ARGUMENT...: the error is one line of the form "problem: expected; what to do".
refuses() {
  cost 2 "${@:2}"
  says "^allfold cost: $1"
  says '^allfold cost: .+: .+(: expected |; |, for example |\(did you mean ).+'
  [ "$(wc -l < "$directory/out")" = 1 ] || fail "more than one line"
}

# The names of the kernels in the table, without parameters, in the order of the table.
kernels_shown() {
  awk '/ over the fastest$/ { inside = 1; next } /^$/ { inside = 0 }
       inside { name = $1 == "*" ? $2 : $1; sub(/:.*/, "", name); print name }' "$directory/out"
}
# The times in microseconds.
times_shown() {
  awk '/ over the fastest$/ { inside = 1; next } /^$/ { inside = 0 }
       inside { print $(NF - 2) * ($(NF - 1) == "µs" ? 1 : $(NF - 1) == "ms" ? 1e3 : 1e6) }' \
    "$directory/out"
}
# The time of the winner.
best() { times_shown | head -n 1; }
is_less() { awk "BEGIN { exit !($1 < $2) }"; }
# The kernels that serve a collective; node and lanes are for ranks that share nodes.
serving() {
  "$allfold" list | awk -F '  +' -v collective="$1" 'NR > 1 && $1 != "node" && $1 != "lanes" &&
    ($2 == "all" || ", " $2 "," ~ ", " collective ",") { print $1 }' | sort
}

machine=(--alpha 2us --beta 0.1ns --gamma 0.05ns --gap 2us)

# Every kernel that serves, in the order of its time; the winner is marked.
cost 0 -p 13 --sizes 32K "${machine[@]}"
says '^allreduce on 13 ranks, m = 32 KiB; alpha=2us,beta=100ps,gamma=50ps,gap=2us$'
diff <(kernels_shown | sort) <(serving allreduce) || fail "not the kernels that serve allreduce"
times_shown | sort -gc || fail "not sorted by time"
[ "$(times_shown | wc -l)" = "$(kernels_shown | wc -l)" ] || fail "not a time for each kernel"
[ "$(grep -n '^ *\*' "$directory/out" | head -n 1)" = "$(grep -nE '^ *\*.* 1\.00$' \
  "$directory/out" | head -n 1)" ] || fail "the winner is not marked"
says '^\*  [a-z].* 1\.00$'
awk '/^  *[a-z].* 1\.00$/ { exit 1 }' "$directory/out" || fail "another is as fast, but not marked"
says '^With ALLFOLD_REPRODUCIBLE=1: composed'
thirteen=$(best)

cost 0 -p 13 --collective reduce --root 12 "${machine[@]}"
says '^reduce on 13 ranks'
diff <(kernels_shown | sort) <(serving reduce) || fail "not the kernels that serve reduce"

cost 0 -p 12,16:18 --sizes 8,64k --markdown
[ "$(grep -c '^allreduce on' "$directory/out")" = 8 ] || fail "not four numbers of ranks twice"
says '^allreduce on 17 ranks, m = 64 KiB'
says '^\| --- \|.* --- \|$'
says '^\| \* \| [a-z]'

# Cheaper links inside a node make it faster, the more so the more ranks a node has.
cost 0 -p 13 --sizes 32k "${machine[@]}" --ranks-per-node 4 --alpha-inside 0.2us
says '; inside nodes of 4 ranks alpha=200ns,beta=100ps$'
some=$(best)
says '^ *\*? *lanes:lanes='
cost 0 -p 13 --sizes 32k "${machine[@]}" --ranks-per-node 13 --alpha-inside 0.2us
says '^ *\*? *node '
all=$(best)
is_less "$some" "$thirteen" || fail "nodes with fast messages: $some instead of less than $thirteen"
is_less "$all" "$some" || fail "one node: $all instead of less than $some"
cost 0 -p 13 --sizes 32k "${machine[@]}" --ranks-per-node 4 --alpha-inside 2us
[ "$(best)" = "$thirteen" ] || fail "nodes alone change the time"
cost 0 -p 13 --sizes 32k "${machine[@]}" --f-beta 0.5
says ',f-beta=0.5$'

# Links that ranks share make it slower if messages use them, also for more ranks than are simulated.
cost 0 -p 13 --sizes 32k "${machine[@]}" --group 4 --beta-far 0.5ns
says '; groups of 4 nodes, beta-far=500ps$'
is_less "$thirteen" "$(best)" || fail "groups: $(best) instead of more than $thirteen"
between=$(best)
cost 0 -p 13 --sizes 32k "${machine[@]}" --group 4 --beta-pair 0.5ns
says '; groups of 4 nodes, beta-pair=500ps$'
is_less "$thirteen" "$(best)" || fail "pairs of groups: $(best) instead of more than $thirteen"
is_less "$between" "$(best)" && fail "pairs of groups: $(best) instead of $between at most"
cost 0 -p 13 --sizes 32k "${machine[@]}" --group 13 --beta-far 0.5ns
[ "$(best)" = "$thirteen" ] || fail "one group changes the time"
cost 0 -p 13 --sizes 32k "${machine[@]}" --switch 2 --beta-switch-far 0.3ns --group 4 --beta-pair 0.5ns
says '; switches of 2 nodes, beta-switch-far=300ps; groups of 4 nodes, beta-pair=500ps$'
is_less "$between" "$(best)" || fail "switches: $(best) instead of more than $between"
cost 0 -p 24 --sizes 512k "${machine[@]}" --collective reduce
flat=$(best)
cost 0 -p 24 --sizes 512k "${machine[@]}" --collective reduce --torus-x 6 --torus-y 4 --alpha-hop 0.3us --json "$directory/torus.json"
says '; torus of 6 x 4 nodes; alpha-hop=300ns$'
is_less "$(best)" "$flat" || fail "a torus: $(best) instead of less than $flat, as its nodes have several links"
grep -q '"torus_x": 6' "$directory/torus.json" || fail "the torus is not in the file"
grep -q '"alpha_hop": 3e-07' "$directory/torus.json" || fail "alpha-hop is not in the file"
cost 0 -p 40 --sizes 512k "${machine[@]}" --switch 4 --beta-switch-pair 0.4ns --group 32 --beta-pair 1.6ns
without=$(best)
cost 0 -p 40 --sizes 512k "${machine[@]}" --switch 4 --beta-switch-pair 0.4ns --group 32 --beta-pair 1.6ns \
  --chassis 16
says 'groups of 32 nodes, beta-pair=1.6ns; chassis of 16 nodes$'
is_less "$without" "$(best)" || fail "chassis: $(best) instead of more than $without"
cost 0 -p 12 --sizes 32k "${machine[@]}" --ranks-per-node 4
apart=$(best)
cost 0 -p 12 --sizes 32k "${machine[@]}" --ranks-per-node 4 --beta-adapter 0.1ns
says '; beta-adapter=100ps$'
is_less "$apart" "$(best)" || fail "an adapter: $(best) instead of more than $apart"
cost 0 -p 300 --sizes 32k "${machine[@]}"
many=$(best)
cost 0 -p 300 --sizes 32k "${machine[@]}" --switch 8 --beta-switch-pair 0.3ns \
  --group 16 --beta-far 0.8ns --beta-pair 1ns --json "$directory/groups.json"
is_less "$many" "$(best)" || fail "groups of many: $(best) instead of more than $many"
grep -q '"nodes_per_group": 16' "$directory/groups.json" || fail "the groups are not in the file"
grep -q '"nodes_per_switch": 8' "$directory/groups.json" || fail "the switches are not in the file"
grep -q '"beta_switch_pair": 3e-10' "$directory/groups.json" || fail "beta-switch-pair is not in the file"
grep -q '"beta_pair": 1e-09' "$directory/groups.json" || fail "beta-pair is not in the file"

# Closed forms for many ranks; some of them are bounds.
cost 0 -p 100000 "${machine[@]}"
diff <(kernels_shown | sort) <(serving allreduce) || fail "not the kernels that serve allreduce"
says '^ *dual-root:segments=[0-9]+ +rank order +≤ [0-9.e+]+ +≤ [0-9.]+ m +≤ [0-9.]+ m +≤ '
says '^ *recursive-doubling +rank order +18 +18 m +17 m +≤ [0-9]'

# The map of winners, its letters and its picture.
cost 0 --sweep -p 2:9 --sizes 8:1m:8 --svg "$directory/map.svg"
[ "$(grep -cE '^ +[0-9]+ ([KM]i)?B ( +[A-Z]){8}$' "$directory/out")" = 7 ] ||
  fail "not 7 rows of 8 columns"
says '^ +p ( +[0-9]){8}$'
for letter in $(grep -E '^ +[0-9]+ ([KM]i)?B ' "$directory/out" | grep -oE ' [A-Z]( |$)' | sort -u); do
  says "^$letter [a-z]"
done
[ "$(grep -c '<rect .*fill="#' "$directory/map.svg")" = \
  $((7 * 8 + $(grep -cE '^[A-Z] [a-z]' "$directory/out"))) ] || fail "not a cell for each winner"
if command -v python3 > /dev/null; then
  python3 -c 'import sys, xml.dom.minidom as x; x.parse(sys.argv[1])' "$directory/map.svg" ||
    fail "no XML"
fi
# A lower price of one-way messages favours other kernels; the map must take it into account.
cost 0 -p 5 --sizes 8 --alpha 2us --beta 0.1ns --gamma 0.05ns --gap 0.5us
says 'gamma=50ps,gap=500ns$'
says '^ *\* +direct +rank order +4 .* 2\.75[0-9] µs'

cost 0 --sweep -p 5 --sizes 8 --f-alpha 0.5
says 'f-alpha=0.5'

cost 0 -p 13,100000 --json "$directory/estimates.json"
"$CMAKE" -D FILE="$directory/estimates.json" -P "$here/check_cost_json.cmake" ||
  fail "not the JSON that it should be"

cost 0 --table1
says 'Elimination, bw-opt'

refuses '--ranks: missing: '
refuses '--ranks: invalid number of ranks 0: expected 1 to ' -p 0
refuses "--ranks: invalid number of ranks 'x'" -p x
refuses "--ranks: invalid number of ranks '2k'" -p 2k
refuses "--ranks: invalid range '9:3': .*; write 3:9" -p 9:3
refuses '--ranks: invalid number of ranks 2000000: expected 1 to 1048576' -p 2000000
refuses '--ranks: invalid number of ranks 99999999999999999999' -p 99999999999999999999
refuses '--ranks: invalid number of ranks 257: expected 1 to 256' --sweep -p 2:257
refuses "--ranks: 257 ranks with several ranks per node: expected at most 256 ranks" -p 257 --ranks-per-node 2
refuses "--alpha: invalid time '2'" -p 13 --alpha 2
refuses "--gap: invalid time 'long'" -p 13 --gap long
refuses "--beta-inside: invalid time 'ns'" -p 13 --ranks-per-node 2 --beta-inside ns
refuses "--sizes: invalid size 'x'" -p 13 --sizes x
refuses "--collective: unknown collective 'bcast': expected allreduce, reduce or reduce_scatter" -p 13 --collective bcast
refuses '--root: invalid rank 13' -p 13 --collective reduce --root 13
refuses '--root: invalid rank 12: expected 0 to 11' -p 13,12 --collective reduce --root 12
refuses '--root: invalid rank -1' -p 13 --collective reduce --root -1
# Arguments that have no effect are reported.
refuses '--root: has no effect' -p 13 --root 3
refuses '--root: has no effect' --sweep --collective reduce --root 3
refuses '--svg: has no effect' -p 13 --svg "$directory/none.svg"
refuses '--json: has no effect' --sweep --json "$directory/none.json"
refuses '--markdown: has no effect' --sweep --markdown
refuses '--alpha-inside: has no effect' -p 13 --alpha-inside 1us
refuses '--beta-adapter: has no effect' -p 13 --beta-adapter 1ns
refuses '--beta-far: has no effect without groups' -p 13 --beta-far 1ns
refuses '--beta-pair: has no effect without groups' -p 13 --beta-pair 1ns
refuses '--group: has no effect without' -p 13 --group 4
refuses '--beta-switch-far: has no effect without switches; add --switch' -p 13 --group 4 --beta-far 1ns --beta-switch-far 1ns
refuses '--switch: has no effect without' -p 13 --group 4 --beta-far 1ns --switch 2
refuses '--group: 13 nodes: expected a multiple of the 4 nodes of a switch; change one of them' \
  -p 13 --group 13 --beta-far 1ns --switch 4 --beta-switch-far 1ns
refuses '--torus-x, torus-y and torus-z: expected' -p 13 --torus-y 4
refuses '--torus-x: expected no switch and no group' -p 13 --torus-x 4 --group 4 --beta-far 1ns
refuses '--alpha-hop: has no effect without switch, group or torus-x: expected' -p 13 --alpha-hop 1us
refuses '--chassis: expected switch with beta-switch-pair' -p 13 --chassis 16
refuses "--beta-far: invalid time '1'" -p 13 --group 4 --beta-far 1
refuses '--svg: has no effect with --table1' --table1 --svg "$directory/none.svg"
refuses '--ranks: has no effect with --table1' --table1 -p 13
refuses '--sweep: has no effect with --table1' --table1 --sweep
cost 2 -p 13 --f-beta 2
says "^allfold cost: --f-beta: invalid number '2': expected 0 to 1; see "
cost 2 -p 13 --ranks-per-node 0
says "^allfold cost: --ranks-per-node: invalid number '0': expected 1 to 4096; see "
cost 2 -p 13 --group 1 --beta-far 1ns
says '--group'
refuses "--alpha: invalid time '1e308s': " -p 13 --alpha 1e308s

# A file that cannot be written is no usage error; no part of it remains.
for option in "--sweep -p 2 --sizes 8 --svg" "-p 2 --sizes 8 --json"; do
  # shellcheck disable=SC2086
  cost 1 $option "$directory/no/such/file"
  says '^allfold cost: --(svg|json): .*: cannot be written: No such file or directory; name another file'
  mkdir "$directory/folder"
  # shellcheck disable=SC2086
  cost 1 $option "$directory/folder"
  rmdir "$directory/folder"
done
[ "$(cd "$directory" && echo *)" = "estimates.json groups.json map.svg out torus.json" ] || fail "files are left"
