#!/usr/bin/env bash
# shellcheck source-path=SCRIPTDIR
# options.sh SIMULATE: platforms, and errors in command lines.
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

for platform in flat fat-tree dragonfly torus ideal; do
  simulated --ranks 37 --ppn 1 --platform $platform --sizes 8,20000 --collective allreduce --check
  each_row 'values == "right"'
done
# More groups than the links of a chassis of four routers can connect.
for ranks in 129 300; do
  simulated --ranks $ranks --platform dragonfly --sizes 8 --collective allreduce --check
  each_row 'values == "right"'
done
simulated --ranks 1 --sizes 8 --check
each_row 'values == "right"'
# A tapered network is slower.
time_of() { awk -F '\t' '$3 == 4194304 { print $5 }' "$directory/out"; }
simulated --ranks 32 --platform fat-tree --taper 1 --sizes 4m --collective allreduce --contestant recursive-doubling
full=$(time_of)
simulated --ranks 32 --platform fat-tree --taper 8 --sizes 4m --collective allreduce --contestant recursive-doubling
awk -v full="$full" -v tapered="$(time_of)" 'BEGIN { exit !(tapered > 1.1 * full) }' || fail "the taper has no effect"

# A site's own platform.
cat > "$directory/site.xml" << 'END'
<?xml version='1.0'?>
<!DOCTYPE platform SYSTEM "https://simgrid.org/simgrid.dtd">
<platform version="4.1">
  <cluster id="site" prefix="s" suffix=".site" radical="1-6" speed="1Gf" bw="1GBps" lat="1us"/>
</platform>
END
simulated --platform "$directory/site.xml" --ranks 6 --sizes 8 --check
each_row 'values == "right"'
printf 's%d.site\n' 2 4 6 > "$directory/hosts"
times=$(dirname "${BASH_SOURCE[0]}")/node_times.tsv
simulated --platform "$directory/site.xml" --hosts "$directory/hosts" --ppn 2 --node-times "$times" \
  --ranks 6 --sizes 8 --check
each_row 'values == "right"'

# refused TEXT OPTION...: fails with status 2 before the simulation.
refused() {
  local text=$1 status=0
  shift
  "$simulate" "$@" > "$directory/out" 2> "$directory/err" || status=$?
  [ $status = 2 ] || fail "status $status instead of 2: $*"
  [ "$(cat "$directory/err")" = "simulate: $text" ] || fail "no '$text'"
}
refused "--ranks: 0 ranks: expected 1 to 1048576" --ranks 0
refused "--ppn: 0 ranks a host: expected 1 or more" --ranks 4 --ppn 0
refused "--latency: invalid time 'x': expected a number with a unit, for example 1us" --ranks 4 --latency x
refused "--rate: -1 GB/s: expected more than 0" --ranks 4 --rate=-1
refused "--taper: 0.5: expected 1 or more" --ranks 4 --taper 0.5
refused "--platform: there is no file 'tree': expected flat, fat-tree, dragonfly, torus or ideal, or a platform file" \
  --ranks 4 --platform tree
refused "--hosts: that is for a platform file: expected --platform FILE.xml" --ranks 4 --hosts "$directory/hosts"
refused "--ppn: the times of shared memory are not known: expected --node-times FILE, too" --ranks 4 --ppn 2
refused "--ppn: the hosts of a platform file are not known: expected --hosts FILE" --ranks 4 --ppn 2 \
  --node-times "$times" \
  --platform "$directory/site.xml"
refused "--collective: unknown collective 'bcast': expected allreduce, reduce, both of these, reduce_scatter or all" --ranks 4 --collective bcast

# unusable TEXT LINES: a file of times from which nothing can be simulated.
unusable() {
  local status=0
  printf '%s\n' "$2" > "$directory/times"
  "$simulate" --ranks 4 --ppn 2 --sizes 8 --node-times "$directory/times" > "$directory/out" 2> "$directory/err" ||
    status=$?
  [ $status = 1 ] || fail "status $status instead of 1"
  [ "$(cat "$directory/err")" = "simulate: --node-times: $directory/times: $1" ] || fail "no '$1'"
}
unusable "'allreduce': expected a line of simulate_node's output" allreduce
unusable "times are missing: expected those of both collectives and the candidates allfold, allfold:scatter.N, \
allfold:halves.N and messages, of several lengths" "$(grep -v halves "$times")"
unusable "times are missing: expected those of both collectives and the candidates allfold, allfold:scatter.N, \
allfold:halves.N and messages, of several lengths" "$(grep -v '65536.messages' "$times")"
rm "$directory/times"
mkdir "$directory/times"
unusable_status=0
"$simulate" --ranks 4 --ppn 2 --sizes 8 --node-times "$directory/times" 2> "$directory/err" || unusable_status=$?
[ $unusable_status = 1 ] || fail "status $unusable_status instead of 1"
tells '^simulate: --node-times: .*/times: .*: expected the output of simulate_node$'
