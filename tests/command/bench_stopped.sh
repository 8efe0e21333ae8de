#!/usr/bin/env bash
# bench_stopped.sh COMMAND: `allfold bench` on 3 ranks, ended by signals; ranks that do not measure sleep. The
# environment contains MPIRUN, mpirun with its flags.
set -euo pipefail
allfold=$1
# shellcheck source=../said.sh
. "$(dirname "$0")/../said.sh"

# Each rank writes its process number.
cat > "$directory/rank" << 'RANK'
#!/bin/sh
folder=$1
shift
echo $$ > "$folder/pid.${OMPI_COMM_WORLD_RANK:-${PMI_RANK:-0}}"
exec "$@"
RANK
chmod +x "$directory/rank"

# start_bench ARGUMENT...: starts a benchmark in the background, as $job, and waits until it has measured something.
start_bench() {
  rm -f "$directory"/pid.* "$directory/results.json" "$directory/results.tsv"
  # shellcheck disable=SC2086
  $MPIRUN -np 3 "$directory/rank" "$directory" "$allfold" bench --sizes 8:1m --timing separated --seconds 0.5 \
    --json "$directory/results.json" --table "$directory/results.tsv" "$@" > "$directory/out" 2>&1 &
  job=$!
  until [ -s "$directory/results.tsv" ]; do
    kill -0 $job || fail "it ended too soon"
    sleep 0.1
  done
}

# ends_with STATUS
ends_with() {
  local status=0
  wait $job || status=$?
  [ "$1" = any ] || [ $status = "$1" ] || fail "status $status instead of $1"
}

process() { cat "$directory/pid.$1"; }

# The measurements are printed and stored.
kept() {
  grep -q '"complete": false' "$directory/results.json" || fail "complete: $(cat "$directory/results.json")"
  grep -q '^}$' "$directory/results.json" || fail "not whole: $(cat "$directory/results.json")"
  local measured
  measured=$(sed -nE 's/^ *"measured": ([0-9]+).*/\1/p' "$directory/results.json")
  [ "$measured" -ge 1 ] || fail "$measured points were measured"
  [ "$(grep -c '"turns"' "$directory/results.json")" = "$measured" ] || fail "not $measured rows"
  [ "$(wc -l < "$directory/results.tsv")" = $((measured + 1)) ] || fail "not $measured rows in the table"
  ls "$directory"/.allfold-* > "$directory/left" 2> /dev/null && fail "left behind: $(cat "$directory/left")"
  return 0
}

# All ranks receive the signal: they stop at the same turn.
start_bench --ranks 2,3
for rank in 0 1 2; do kill -INT "$(process $rank)"; done
ends_with 130
says_in_lines 1 '^Geometric means of the ratios'
says_in_lines 1 '^Stopped by SIGINT: [0-9]+ of 72 points were measured\.$'
grep -q '"stopped_by": "SIGINT"' "$directory/results.json" || fail "$(cat "$directory/results.json")"
kept

# One rank receives the signal, and tells the others.
start_bench --collective allreduce
kill -TERM "$(process 1)"
ends_with 143
says_in_lines 1 '^Stopped by SIGTERM: [0-9]+ of 18 points were measured\.$'
kept

# A rank is stopped: the first one does not wait for it.
start_bench --ranks 2
kill -STOP "$(process 1)"
kill -TERM "$(process 0)"
ends_with 143
says_in_lines 1 '^Stopped by SIGTERM: '
kept

# The launcher receives the signal. It decides how much time its processes get.
start_bench --ranks 3
kill -INT $job
ends_with any
kept

# Ranks that do not measure sleep, and check now and then whether the others are done. A rank that never sleeps has no
# voluntary context switches.
sleeps() { awk '/^voluntary_ctxt_switches/ { print $2 }' "/proc/$(process 2)/status"; }
start_bench --ranks 1 --seconds 3
before=$(sleeps)
until [ "$(sleeps)" -gt $((before + 100)) ]; do
  kill -0 $job || fail "who does not measure is awake"
  sleep 0.1
done
kill -TERM "$(process 0)"
ends_with 143
kept
