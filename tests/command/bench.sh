#!/usr/bin/env bash
# bench.sh RANKS COMMAND LIBRARY WRONG_ANSWER: short runs of `allfold bench`, and the files that they write. The
# environment contains MPIRUN, mpirun with its flags, and CMAKE.
set -euo pipefail
# shellcheck source=../literally.sh
. "$(dirname "$0")/../literally.sh"
ranks=$1 allfold=$2 library=$3 wrong_answer=$4
here=$(dirname "$(realpath "$0")")
# shellcheck source=../said.sh
. "$(dirname "$0")/../said.sh"

# bench STATUS ARGUMENT...: a run on `ranks` ranks; its output is stored.
bench() {
  local expected=$1 status=0
  shift
  echo "+ allfold bench $*"
  # shellcheck disable=SC2086
  $MPIRUN -np "$ranks" "${mpirun_options[@]}" "$allfold" bench "$@" > "$directory/out" 2>&1 ||
    status=$?
  [ $status = "$expected" ] || fail "status $status instead of $expected"
}
mpirun_options=()

# In one line only, for any number of ranks.
says_once() { says_in_lines 1 "$1"; }

short=(--sizes "8,64k" --seconds 0.01)

bench 0 "${short[@]}" --json "$directory/results.json" --table "$directory/results.tsv"
says_once '^Geometric means'
"$CMAKE" -D FILE="$directory/results.json" -D RANKS="$ranks" -P "$here/check_json.cmake" ||
  fail "not the JSON that it should be: $(cat "$directory/results.json")"
# is_table ROWS PATTERN FILE: a table with this many rows, equal numbers of columns, and subjects that match the
# pattern.
is_table() {
  awk -F '\t' -v rows="$1" -v subject="$2" '
    NR == 1 { columns = NF; for (i = 1; i <= NF; i++) at[$i] = i; next }
    NF != columns || $at["subject"] !~ "^(" subject ")$" { is_other = 1 }
    END { exit is_other || NR != rows + 1 }' "$3" || fail "not $1 rows of $2: $(cat "$3")"
}
is_table 8 "allreduce|reduce" "$directory/results.tsv"
[ "$ranks" != 1 ] || says_once '^Call overhead'

# Ranks on one processor take turns; ranks with one processor each do not, bound to it or not.
first=$(taskset -cp $$ | sed -E 's/.*: *([0-9]+).*/\1/')
allowed=$(nproc)
# on PROCESSOR...: the processors of the ranks, in rank order.
on() {
  cat > "$directory/bound" <<'BOUND'
#!/bin/sh
shift "${OMPI_COMM_WORLD_RANK:-${PMI_RANK:-0}}"
exec taskset -c "$1" "$ALLFOLD_COMMAND" bench --sizes 8 --seconds 0.01 --collective reduce
BOUND
  chmod +x "$directory/bound"
  # shellcheck disable=SC2086
  ALLFOLD_COMMAND=$allfold $MPIRUN -np "$ranks" "$directory/bound" "$@" > "$directory/out" 2>&1 || fail "bound to $*"
}
if [ "$ranks" = 2 ]; then
  on "$first" "$first"
  says_once '^2 ranks share 1 processor: times vary'
  if [ "$allowed" -gt 1 ]; then
    last=$(taskset -cp $$ | sed -E 's/.*[^0-9]([0-9]+)$/\1/')
    on "$first" "$last"
    says_once '^2 ranks on 1 host, 2 processors each'
    ! grep -q 'take turns' "$directory/out" || fail "ranks with a processor each take turns"
  fi
fi

bench 0 "${short[@]}" --algorithm ring --timing separated --markdown
says_once '^native: ring \(coll_tuned_allreduce_algorithm 4\); Allfold: ring'
says_once 'no counterpart of ring for reduce'
bench 0 "${short[@]}" --algorithm elimination-overlapping:halvings=1 --collective reduce
bench 0 "${short[@]}" --native 7 --collective reduce --root $((ranks - 1)) --in-place
bench 0 "${short[@]}" --type double_int --in-place --timing back-to-back
bench 0 "${short[@]}" --type int --op max --collective allreduce
bench 0 "${short[@]}" --in-place --timing fresh
says_once '^reduce, fresh, '
bench 0 "${short[@]}" --timing cold
says_once '^reduce, cold, '

# All of Open MPI's algorithms are candidates; an algorithm that the user has forced is the default.
bench 0 "${short[@]}" --native all --op user --collective reduce --timing separated \
  --json "$directory/all.json" --table "$directory/all.tsv"
says_once '^ +size .*best native +time'
says_once '^collective .*to the best$'
"$CMAKE" -D FILE="$directory/all.json" -P "$here/check_all_json.cmake" ||
  fail "not the JSON that it should be: $(cat "$directory/all.json")"
head -n 1 "$directory/all.tsv" | grep -q $'\tbest_native\tbest\t.*best_ratio' ||
  fail "no best native in: $(cat "$directory/all.tsv")"
mpirun_options=(--mca coll_tuned_use_dynamic_rules 1 --mca coll_tuned_allreduce_algorithm 4)
bench 0 "${short[@]}" --native all --collective allreduce --timing separated
says_once '^native: as OMPI_MCA_coll_tuned_allreduce_algorithm=4 has it'
mpirun_options=()

# Several of Allfold's algorithms are compared, each in its own rows; rules apply to one of them only.
cat > "$directory/rules.json" << 'RULES'
{"format": "allfold rules 1",
 "rules": [{"collective": "allreduce", "choose": [{"kernel": "binary-tree"}]}]}
RULES
bench 0 "${short[@]}" --timing separated --also recursive-doubling --also "rules:$directory/rules.json" \
  --also rules:none --native all --json "$directory/also.json" --table "$directory/also.tsv"
says_once 'recursive-doubling is not measured for reduce: it does not implement it'
says_once '^allreduce +separated .* rules:none$'
# Turns that began late are omitted, unless fewer than the 6 turns that an interval needs would remain.
awk -F '\t' '
  NR == 1 { for (i = 1; i <= NF; i++) column[$i] = i; next }
  { rows[$column["algorithm"]]++ }
  !($column["allfold"] > 0 && $column["ratio"] > 0 && $column["best_ratio"] > 0) { exit failed = 1 }
  !($column["regret"] > 0 && $column["turns"] >= 6) { exit failed = 1 }
  $column["algorithm"] == "recursive-doubling" { kernels[$column["kernel"]] }
  $column["algorithm"] ~ /rules.json$/ && $1 == "allreduce" { ruled[$column["kernel"]] }
  $column["algorithm"] == "rules:none" && $1 == "allreduce" && $column["kernel"] == "binary-tree" { exit failed = 1 }
  END {
    if (failed || NR != 15 || rows["auto"] != 4 || rows["recursive-doubling"] != 2) exit 1
    if (ranks > 1 && !("recursive-doubling" in kernels && "binary-tree" in ruled)) exit 1
  }' ranks="$ranks" "$directory/also.tsv" || fail "not the rows: $(cat "$directory/also.tsv")"
[ "$(grep -c '"algorithm": "rules:none"' "$directory/also.json")" = 6 ] ||
  fail "not four rows and two summaries of rules:none in: $(cat "$directory/also.json")"

# On a subset of the job's ranks at a time.
if [ "$ranks" = 3 ]; then
  bench 0 "${short[@]}" --ranks 1,2-3 --timing separated --bandwidth --json "$directory/ranks.json"
  says_once '^allreduce, separated, 1 rank$'
  says_once '^allreduce, separated, 2 ranks$'
  says_once '^ranks +collective '
  says_in_lines 2 '^ +2 +(allreduce|reduce) +separated '
  "$CMAKE" -D FILE="$directory/ranks.json" -P "$here/check_ranks_json.cmake" ||
    fail "not the JSON that it should be: $(cat "$directory/ranks.json")"
  bench 0 --communicators --limits --sizes 8 --ranks 2,3 --seconds 0.01
  says_in_lines 2 '^Communicators that are used for one call .*, [23] ranks$'
  says_in_lines 2 '^Allreduce against what shared memory allows, .*, [23] ranks$'
fi
bench 2 "${short[@]}" --ranks "$ranks,$((ranks + 1))"
says_once "bench: --ranks: $((ranks + 1)): expected at most $ranks, the ranks of this job; start more ranks, or name fewer$"
if [ "$ranks" -gt 1 ]; then
  bench 2 --root $((ranks - 1)) --ranks "1,$ranks"
  says_once '--root: invalid rank .*: expected 0 to 0, for the smallest of --ranks$'
fi

bench 0 --overhead --seconds 0.01 --table "$directory/table.tsv"
says_once '^allreduce +auto +[0-9]'
says_once '^allreduce +auto, profiled +[0-9]'
is_table 4 "overhead of (allreduce|reduce)" "$directory/table.tsv"
bench 0 --communicators --seconds 0.01
says_once '^Communicators that are used'
bench 0 --limits --sizes "8,64k" --seconds 0.01 --json "$directory/limits.json"
says_once '^ +64 KiB +[0-9.]+ '
bench 0 --limits --sizes "8,64k" --seconds 0.01 --table "$directory/table.tsv"
is_table 2 limits "$directory/table.tsv"
"$CMAKE" -D FILE="$directory/limits.json" -D RANKS="$ranks" -P "$here/check_limits_json.cmake" ||
  fail "not the JSON that it should be: $(cat "$directory/limits.json")"
bench 2 --limits --type int
says_once '--limits: not measured for sum of int'

bench 2 --root "$ranks"
says_once '--root: invalid rank .*: expected 0 to '
bench 2 --algorithm rings
says_once "--algorithm: unknown algorithm 'rings'"
bench 2 --also "rules:$directory/none"
says_once "--also: ALLFOLD_RULES=$(literally "$directory")/none: cannot be read"
bench 2 --json "$directory/no/such/folder"
says_once '--json: .*no/such/folder.*: cannot be written'
if [ "$ranks" -gt 1 ]; then
  mpirun_options=(--mca coll ^tuned)
  bench 2 "${short[@]}" --native ring --collective allreduce
  says_once 'Open MPI did not use ring'
  bench 2 "${short[@]}" --native all --collective allreduce
  says_once 'Open MPI did not use basic_linear'
fi

# mpirun's own processes cannot load a library that was built with a sanitizer.
if ! nm -D "$library" | grep -qE '__(asan|tsan|ubsan)_'; then
  mpirun_options=(-x LD_PRELOAD="$library")
  bench 0 "${short[@]}"
  mpirun_options=(-x LD_PRELOAD="$wrong_answer")
  bench 1 "${short[@]}"
  says_once 'wrong result: Allfold allreduce sum of 8192 double'
  # Earlier measurements are kept; a rank that takes no part in the measurement does not wait forever.
  bench 1 "${short[@]}" --collective allreduce --timing separated --ranks "$((ranks > 1 ? ranks - 1 : 1)),$ranks" \
    --json "$directory/wrong.json"
  says_once 'wrong result: Allfold allreduce sum of 8192 double'
  grep -q '"complete": false' "$directory/wrong.json" || fail "complete: $(cat "$directory/wrong.json")"
  [ "$ranks" = 1 ] || [ "$(grep -c '"subject": "allreduce"' "$directory/wrong.json")" = 2 ] ||
    fail "not one row and one summary in: $(cat "$directory/wrong.json")"
  mpirun_options=()
fi
