# Sourced by the tests of this folder. Their environment contains
#   MPIRUN    mpirun with its flags
#   LIBRARY   the liballfold.so of the build
#   MPICC, MPIFORT   the compilers of the MPI library
set -euo pipefail
directory=$(mktemp -d)
trap 'rm -rf "$directory"' EXIT

fail() {
  echo "FAILED: $*"
  for file in "$directory"/out "$directory"/err; do
    [ ! -e "$file" ] || { echo "--- the last of $file:"; tail -n 30 "$file" | cut -c 1-300; }
  done
  exit 1
}

# A program without a sanitizer cannot load, or be linked with, a library that was built with one.
if nm -D "${LIBRARY%%:*}" | grep -E '__(asan|tsan)_init' >/dev/null; then
  echo "Allfold was built with a sanitizer"
  exit 77
fi

# run COMMAND...: runs it and stores its output.
run() {
  echo "+ $*"
  "$@" >"$directory/out" 2>"$directory/err" || fail "exit status $? of $*"
}

# calls_counted COLLECTIVE ALGORITHM: the sum of the column "calls" of the table of statistics over the rows whose
# algorithm matches the pattern. Columns are separated by at least two blanks.
calls_counted() {
  grep '^allfold: ' "$directory/err" | sed 's/^allfold: *//' |
    awk -F '   *' -v collective="$1" -v algorithm="$2" '
      $1 == "collective" { for (i = 1; i <= NF; ++i) column[$i] = i; next }
      $1 == collective && $column["algorithm"] ~ algorithm { calls += $column["calls"] }
      END { print calls + 0 }'
}

# The number in the program's output: `allreduce 5 reduce 5 wrong 0`.
calls_made() {
  sed -n "s/.*\b$1 \([0-9]*\).*/\1/p" "$directory/out"
}

expect_right_results() {
  [ "$(calls_made wrong)" = 0 ] || fail "wrong results"
}

# The tool of pmpi_tool.c has counted every call of the program in the last run, and no others.
expect_counted_by_tool() {
  {
    echo 'tool: init 1'
    for function in comm_dup comm_free bcast reduce allreduce reduce_scatter pcontrol; do
      echo "tool: $function $(calls_made $function)"
    done
  } >"$directory/expected"
  grep '^tool: ' "$directory/err" >"$directory/counted" || fail "the tool does not report"
  diff <(sort "$directory/expected") <(sort "$directory/counted") ||
    fail "the tool has counted something else (>)"
}

# The last run was right, and Allfold's kernels served every call.
expect_served() {
  expect_right_results
  local collective made
  for collective in allreduce reduce reduce_scatter; do
    made=$(calls_made $collective)
    [ "$(calls_counted $collective .)" = "${made:-0}" ] ||
      fail "Allfold counts $(calls_counted $collective .) calls of $collective"
    [ "$(calls_counted $collective '^native')" = 0 ] || fail "passed to the native $collective"
  done
}

# run_served COMMAND...: with statistics, and with a kernel that serves every call.
run_served() {
  run env ALLFOLD_STATS=1 ALLFOLD_ALLREDUCE=binary-tree ALLFOLD_REDUCE=binary-tree ALLFOLD_REDUCE_SCATTER=ring "$@"
  expect_served
}
