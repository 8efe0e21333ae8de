#!/usr/bin/env bash
# summary.sh SOURCE_FOLDER: what bench/run.sh prints for given times.
set -euo pipefail
run=$1/bench/run
# shellcheck source=../said.sh
. "$(dirname "$0")/../said.sh"

# summed_up NAME OPTION...: the table of the rows in NAME.tsv.
summed_up() {
  local file=$directory/$1.tsv
  shift
  awk -v mpi='Some MPI 1.0' -v cores=2 -v folder=results "$@" -f "$run/common.awk" \
    -f "$run/speed_up.awk" "$file" > "$directory/out"
}
table_head() {
  printf 'subject\tranks\ttiming\tbytes\tnative\tallfold\tratio\tratio_low\tratio_high\n'
}
# row COLLECTIVE RANKS BYTES NATIVE ALLFOLD [TIMING]: a row whose intervals are ±10 %.
row() {
  awk -v OFS='\t' -v timing="${6:-separated}" '{
    ratio = $4 / $5
    print $1, $2, timing, $3, $4, $5, ratio, 0.9 * ratio, 1.1 * ratio
  }' <<< "${*:1:5}"
}

# Faster everywhere; in the class of short vectors by the factors 2 and 8: mean 4.
{
  table_head
  row allreduce 2 8 2e-6 1e-6
  row allreduce 2 2048 8e-6 1e-6 'back to back'
  row allreduce 2 2097152 3e-3 1e-3
  row allreduce 3 8 2.5e-6 1e-6
  row reduce 2 32768 1.5e-5 1e-5
} > "$directory/faster.tsv"
summed_up faster
says "^Speed-up: time of Some MPI 1\.0's own call over time of Allfold's"
says '^collective vector length +2 ranks +3 ranks\*$'
says '^Allreduce  8 B to 2 KiB +4\.00 +2\.50$'
says '^Allreduce  2 MiB +3\.00 +-$'
says '^Allreduce  all lengths +3\.63 +2\.50$'
says '^Reduce     32 KiB +1\.50 +-$'
says '^\* More ranks than processors'
says '^Allfold is slower at 0 of 5 points\.$'
says_not 'SLOWER'
says_not 'communicator'
summed_up faster -v brief=1
says '^  time of Some MPI 1\.0 over time of Allfold, 2 ranks, all lengths: Allreduce 3\.63, Reduce 1\.50$'
says '^  time of Some MPI 1\.0 over time of Allfold, 3 ranks, all lengths: Allreduce 2\.50$'
[ "$(wc -l < "$directory/out")" = 2 ] || fail "more than a line for each number of ranks"

# A single number of ranks. Slower points are named, the slowest first, unless the difference may be noise.
{
  table_head
  row reduce 2 8 1.9e-6 2e-6
  row reduce 2 4096 5e-6 1e-5
  row reduce 2 32768 1e-5 4e-5 'back to back'
  row communicator 2 0 1.8e-5 4.9e-5
} > "$directory/slower.tsv"
summed_up slower
says '^collective vector length +2 ranks$'
says '^Reduce     4 KiB to 32 KiB +0\.35$'
says_not '^Allreduce|^\*'
says '^Allfold is SLOWER at 2 of 3 points, and may be at 1 more \(.*\):$'
says '^  Reduce, 4 KiB, 2 ranks, separated: 0\.50 \(95 %: 0\.45 to 0\.55\), 10\.0 µs instead of 5\.0 µs$'
[ "$(grep -n '0\.25 (95' "$directory/out" | cut -d: -f1)" -lt \
  "$(grep -n '0\.50 (95' "$directory/out" | cut -d: -f1)" ] || fail "the worst is not the first"
says '^A new communicator for a single call, with set-up: 49 µs instead of 18 µs on 2 ranks \(SLOWER\)\.$'

# Of many slower points five are named, and the location of the others is printed.
{
  table_head
  for bytes in 8 16 32 64 128 256 512; do row allreduce 2 $bytes 1e-6 2e-6; done
  row communicator 2 0 2e-5 1e-5
} > "$directory/many.tsv"
summed_up many
says '^Allfold is SLOWER at 7 of 7 points:$'
[ "$(grep -c '0\.50 (95' "$directory/out")" = 5 ] || fail "not five are named"
says '^  and 2 more; all points: results/compare-\*\.txt$'
says '^A new communicator for a single call, with set-up: 10 µs instead of 20 µs on 2 ranks\.$'
table_head > "$directory/empty.tsv"
! summed_up empty || fail "nothing is something"
