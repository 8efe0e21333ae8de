#!/usr/bin/env bash
# summary.sh SOURCE_FOLDER: what bench/run.sh says of times that are known.
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
# row COLLECTIVE RANKS BYTES NATIVE ALLFOLD [TIMING]: intervals are 10 % to each side.
row() {
  awk -v OFS='\t' -v timing="${6:-separated}" '{
    ratio = $4 / $5
    print $1, $2, timing, $3, $4, $5, ratio, 0.9 * ratio, 1.1 * ratio
  }' <<< "${*:1:5}"
}

# Faster everywhere, by 2 times 8 in the class of short vectors: 4.
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

# A single number of ranks; slower points are named, the worst first, unless it may be noise.
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

# Of many slower points five are named, and where the others are.
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

# Programs: one without a known time of the whole, one that is slower, one that may be, and one whose answers differ.
{
  printf 'solver\t2\tagree\t3\t719\t0\t0.0001\t0.0006\t0.08\t0.04\t0.5\t0.4\t0.09\n'
  printf 'other\t3\tagree\t3\t200\t5\t0.0001\t0.0006\t0.01\t0.02\t0.1\t0.2\t0.019\n'
  printf 'close\t4\tagree\t3\t0\t0\t0.0001\t0.0006\t0.01\t0.02\t0.1\t0.2\t0.021\n'
  printf 'wrong\t2\tDIFFER\t3\t1\t0\t0.0001\t0.0006\t0.01\t0\t-\t-\t0.01\n'
} > "$directory/programs.tsv"
awk -f "$run/programs.awk" "$directory/programs.tsv" > "$directory/out"
says 'medians of 3 runs each way'
says '^solver +2 +0\.10 +0\.60 +80\.00 +40\.00 +2\.00 +500\.00 +400\.00 +1\.25  agree$'
says '^other +3 .* 10\.00 +20\.00 +0\.50 '
says '^wrong\* +2 .* 10\.00 +0\.00 +- +- +- +-  DIFFER$'
says '^\* Of the rank that spent most'
says '^Allfold served 920 of 925 reductions of one run of each\.$'
says '^Reductions are SLOWER with Allfold in: other on 3 ranks\.$'
says '^Reductions may be slower with Allfold in: close on 4 ranks \(but a native run was slower still\)\.$'
awk -v brief=1 -f "$run/programs.awk" <<< "$(head -n 1 "$directory/programs.tsv")" > "$directory/out"
says '^  answers agree; reductions after the first, without waiting: 80\.00 ms natively, 40\.00 ms with Allfold$'
! awk -f "$run/programs.awk" /dev/null > "$directory/out" || fail "no program is something"

awk -v brief=1 -f "$run/programs.awk" <<< "$(tail -n 1 "$directory/programs.tsv")" > "$directory/out"
says '^  answers DIFFER; reductions after the first, with waiting: 10'

# Medians of columns, of an even and an odd number of runs.
# shellcheck source-path=SCRIPTDIR source=../../bench/run/programs.sh
. "$run/programs.sh"
printf '3 1 -\n1 2 -\n2 4 -\n' > "$directory/seconds"
[ "$(median "$directory/seconds" 1) $(median "$directory/seconds" 3)" = '2 -' ] || fail "not the median"
[ "$(greatest "$directory/seconds" 2)" = 4 ] || fail "not the greatest"
printf '0.5 9\n0.25 9\n' > "$directory/seconds"
[ "$(median "$directory/seconds" 1)" = 0.375 ] || fail "not the mean of the two in the middle"
