#!/usr/bin/env bash
# shellcheck source-path=SCRIPTDIR
# tables.sh SOURCE_FOLDER: the tables of the scripts for given times.
set -euo pipefail
source_dir=$1
# shellcheck source=../../bench/run/pieces.sh
. "$source_dir/bench/run/pieces.sh"
# shellcheck source=../said.sh
. "$(dirname "$0")/../said.sh"

columns='subject ranks bytes native allfold allfold_low allfold_high ratio ratio_low ratio_high added'
columns+=' kernel algorithm regret regret_low regret_high'
best_columns='best_ratio best_ratio_low best_ratio_high'

# row COLLECTIVE RANKS BYTES NATIVE ALLFOLD ALGORITHM KERNEL REGRET [BEST_RATIO]: a row whose intervals are ±10 %.
row() {
  awk -v OFS='\t' -v best="${9:-}" 'BEGIN {
    split(ARGV[1], part, " ")
    ratio = part[4] / part[5]
    line = part[1] OFS part[2] OFS part[3] OFS part[4] OFS part[5] OFS 0.9 * part[5] OFS 1.1 * part[5]
    line = line OFS ratio OFS 0.9 * ratio OFS 1.1 * ratio OFS part[5] - part[4] OFS part[7] OFS part[6]
    line = line OFS part[8] OFS 0.9 * part[8] OFS 1.1 * part[8]
    print line (best == "" ? "" : OFS best OFS 0.9 * best OFS 1.1 * best)
  }' "$*"
}
head_of() { echo "${*// /$'\t'}"; }

# A table with all candidates, and one with two.
{
  head_of "$columns $best_columns"
  row allreduce 7 262144 4e-3 1e-3 auto tree 1.25 2
  row allreduce 7 262144 4e-3 2e-3 rules:none kernel 2.5 1
  row allreduce 7 262144 4e-3 0.8e-3 ring ring 1 2.5
  row allreduce 7 8 1e-3 1.08e-3 auto tree 1 0.95
  row allreduce 7 8 1e-3 1.2e-3 rules:none kernel 1.1 0.8
} > "$directory/hosts-7-allreduce.tsv"
{
  head_of "$columns"
  row reduce 8 8 1e-3 1.25e-3 auto tree 1.25
  row reduce 8 8 1e-3 1e-3 rules:none kernel 1
  row reduce 9 8 1e-7 1.5e-7 auto tree 1.4
  row reduce 9 8 1e-7 1.05e-7 rules:none kernel 1
  row reduce 10 8 1e-3 2e-3 auto native 1
  row reduce 10 8 1e-3 2e-3 rules:none native 1
} > "$directory/hosts-8-reduce.tsv"
tables_by selection -v place='some hosts' "$directory"/hosts-*.tsv \
  > "$directory/out"
says '^## Selection: some hosts$'
says '^\| allreduce \| 7 \| 0\.93~ \| 4\.00 \| 1\.92 \|$'
says '^\| reduce \| 8 \| 0\.80 \| – \| 0\.80 \|$'
says '^\| reduce \| 9 \| 0\.67 \| – \| 0\.67 \|$'
says '^\| reduce \| all \| 0\.64 \| – \| 0\.64 \|$'
says '^\| both \| all \| 0\.70 \| 4\.00 \| 1\.00 \|$'
says '^\| allreduce \| 7 \| 0\.95~ \| 2\.00 \| 1\.38 \|$'
says '^\| allreduce \| 7 \| – \| 1\.25 \| 1\.25 \|$'
says '^### From 256 KiB on$'
says '^\| 7 \| 4\.00 \| 2\.00 \| 2\.00 \|$'
# On 7 ranks the difference may be noise, on 9 it is less than 60 ns, on 10 the call is the same.
[ "$(grep -cx 'At 1 of 5 points\.' "$directory/out")" = 2 ] || fail "not one point each"
says '^\| reduce \| 8 \| 8 B \| 0\.80 \| 0\.72 – 0\.88 \| tree \|$'
says '^\| allreduce \| 7 \| 8 B \| 0\.83 \| 0\.75 – 0\.92 \| kernel \|$'
says_not '^\| reduce \| [89] \| 8 B \| (0\.67|1\.00)'
! tables_by selection /dev/null > "$directory/out" || fail "nothing is something"

# A jump by a factor of 8 where the model has a factor of 2; the native call is compared with the model's cheapest
# candidate.
{
  head_of "collective ranks ranks_per_node bytes kernel chosen predicted measured"
  for p in 2 3 4; do
    printf 'allreduce\t%s\t1\t8\tring\t1\t%se-6\t-\n' $p $p
    printf 'allreduce\t%s\t1\t8\ttree\t0\t1e-9\t-\n' $p
  done
  printf 'allreduce\t4\t1\t8192\tnative\t1\t-\t1e-6\n'
  printf 'allreduce\t4\t1\t8192\tring\t0\t8e-6\t-\nallreduce\t4\t1\t8192\ttree\t0\t9e-6\t-\n'
  printf 'allreduce\t4\t1\t64\tring\t1\t4e-6\t-\nallreduce\t4\t1\t1024\tring\t1\t4e-6\t-\n'
} > "$directory/model.tsv"
{
  head_of "$columns"
  row allreduce 2 8 1 2e-6 auto kernel 1
  row allreduce 3 8 1 3e-6 auto kernel 1
  row allreduce 4 8 1 8e-6 auto kernel 1
  row allreduce 4 64 1 8e-6 auto kernel 1
  row allreduce 4 1024 1 8e-6 auto kernel 1
  row allreduce 4 8192 1 16e-6 auto kernel 1
} > "$directory/times.tsv"
tables_by cliffs -v place='some hosts' -v folder="$directory" -v most=1.5 \
  "$directory/model.tsv" "$directory/times.tsv" > "$directory/out"
says '^5 jumps; 1 are more than 1\.5 times what the model says, the greatest 2\.00 times\.$'
says '^\| allreduce \| 3 ranks, 8 B \| 4 ranks, 8 B \| 2\.67 \| 1\.33 \| 2\.00 \| 1\.64 \| kernel \|$'
diff - "$directory/ranks-allreduce.dat" << 'END' || fail "not the data of the panel of ranks"
"8 B"
2 2.000 2.000
3 3.000 3.000
4 8.000 4.000
END
grep -qx '8192 16.000 8.000' "$directory/bytes-allreduce.dat" || fail "not the data of that of bytes"
