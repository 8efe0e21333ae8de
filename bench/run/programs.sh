# shellcheck shell=bash
# shellcheck disable=SC2154 # the sourcing scripts set results, source_dir and target_…
# To be sourced: runs programs natively and with Allfold by `allfold try`, and compares their
# answers.

runs=5

# try_program NAME RANKS TOLERANCES ANSWERS COMMAND...
# Runs the command several times natively and with Allfold in turns, and prints the report of
# `allfold try`. Files: NAME-RANKS.txt and NAME-RANKS.json. ANSWERS is a function that prints
# answers (lines "name value...") from a file with a run's output; the answers of each pair of runs
# must agree. Errors are added to the file of failures.
try_program() {
  local name=$1 ranks=$2 tolerances=$3 answers=$4 run base=$results/$1-$2
  shift 4
  launcher_of "$ranks"
  timeout --foreground --kill-after=10 "$time_limit" "${target_allfold_command:?}" try --runs "$runs" \
    --keep "$base" --json "$base.json" -- "${launcher[@]}" "$@" < /dev/null > "$base.txt" || {
    fail "$name on $ranks ranks: exit status $?, see $base"
    cat "$base.txt"
    return 0
  }
  cat "$base.txt"
  # The comparison is meaningless if Allfold served no call.
  ! grep -qE '^calls served +0 of' "$base.txt" || fail "$name on $ranks ranks: no call went through Allfold"
  for ((run = 1; run <= runs; ++run)); do
    $answers "$base/native-$run.out" > "$base/native-$run.answers"
    $answers "$base/allfold-$run.out" > "$base/allfold-$run.answers"
    agree "$tolerances" "$base/native-$run.answers" "$base/allfold-$run.answers" \
      > "$base/agreement-$run" || fail "$name on $ranks ranks: answers differ, see $base/agreement-$run"
  done
}

agree() {
  awk -v tolerances="$1" -f "$source_dir/bench/run/agree.awk" "$2" "$3"
}

# Answers of the project's own programs: lines of a name and numbers, except for times. Messages of
# the MPI library may stand in between.
own_answers() {
  # Open MPI 5 writes a null character after each of its messages.
  tr -d '\0' < "$1" | grep -aE '^[a-z_]+( +[-+.0-9Ee]+)+$' | grep -v '^[a-z_]*_seconds '
}

fail() {
  echo "FAILED: $*" >&2
  echo "$*" >> "$results/failures"
}
