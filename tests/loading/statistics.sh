#!/bin/bash
# statistics.sh PROGRAM: the output of ALLFOLD_STATS=1 and ALLFOLD_VERBOSE=1. PROGRAM is plain_c.
. "$(dirname "$0")/common.sh"
program=$1
preload="-x LD_PRELOAD=$LIBRARY"

# Every line that the native program does not print is marked as Allfold's.
expect_marked() {
  ! grep -v '^allfold: ' "$directory/err" || fail "a line without a mark"
}

run $MPIRUN $preload -n 3 "$program"
[ ! -s "$directory/err" ] || fail "not silent when nothing was asked"
run env ALLFOLD_STATS=0 ALLFOLD_VERBOSE=0 $MPIRUN $preload -n 3 "$program"
[ ! -s "$directory/err" ] || fail "not silent when silence was asked for"

echo "the table"
run env ALLFOLD_STATS=1 $MPIRUN $preload -n 3 "$program"
expect_marked
head -n 1 "$directory/err" | grep -qx 'allfold: statistics of 3 ranks' || fail "no heading"
sed -n '2s/^allfold: *//p' "$directory/err" | sed 's/   */|/g' >"$directory/columns"
grep -q '^collective|ranks|bytes|calls|total bytes|seconds|algorithm|reason$' "$directory/columns" ||
  fail "other columns: $(cat "$directory/columns")"
for collective in allreduce reduce reduce_scatter; do
  [ "$(calls_counted $collective .)" = "$(calls_made $collective)" ] ||
    fail "not every $collective is counted"
done
# Allreduce: 1000 doubles twice, 2 longs, a pair of a double and an int, and 1 int. Reduce: 1000 doubles, 2 longs, 3 ints
# and 1 int. Reduce_scatter: 2 ints for each rank, and 0, 1 and 2 ints.
total_bytes() {
  sed 's/^allfold: *//' "$directory/err" |
    awk -F '   *' -v collective=$1 '$1 == collective { bytes += $5 } END { print bytes }'
}
[ "$(total_bytes allreduce)" = 16032 ] || fail "$(total_bytes allreduce) bytes in Allreduce"
[ "$(total_bytes reduce)" = 8032 ] || fail "$(total_bytes reduce) bytes in Reduce"
[ "$(total_bytes reduce_scatter)" = 36 ] || fail "$(total_bytes reduce_scatter) bytes in Reduce_scatter"
awk -F '   *' 'NR > 2 && ($6 !~ /^[0-9.e+-]+$/ || $7 == "" || $8 == "")' "$directory/err" \
  >"$directory/incomplete"
[ ! -s "$directory/incomplete" ] || fail "incomplete: $(cat "$directory/incomplete")"

echo "native calls are counted, with the reason"
run env ALLFOLD_STATS=1 ALLFOLD_ALLREDUCE=native $MPIRUN $preload -n 3 "$program"
[ "$(calls_counted allreduce '^native$')" = "$(calls_made allreduce)" ] ||
  fail "native calls are not counted as such"
grep -q '^allfold: allreduce.*native  .*ALLFOLD_ALLREDUCE' "$directory/err" ||
  fail "the reason is not named"

echo "what was chosen"
run env ALLFOLD_VERBOSE=1 $MPIRUN $preload -n 3 "$program"
expect_marked
grep -qE '^allfold: allreduce on 3 ranks, .*B: [a-z-]+(:[a-z]+=[^ ]+)? \(.+\)$' "$directory/err" ||
  fail "no choice for Allreduce"
grep -qE '^allfold: reduce on 3 ranks, .*B: [a-z-]+(:[a-z]+=[^ ]+)? \(.+\)$' "$directory/err" ||
  fail "no choice for Reduce"
[ -z "$(sort "$directory/err" | uniq -d)" ] || fail "said twice"
run env ALLFOLD_VERBOSE=1 ALLFOLD_REDUCE=binary-tree $MPIRUN $preload -n 3 "$program"
! grep '^allfold: reduce on ' "$directory/err" | grep -v ': binary-tree (.*ALLFOLD_REDUCE.*)' ||
  fail "does not say that the kernel was forced"
