# shellcheck shell=bash
# shellcheck disable=SC2154 # results, source_dir and target_… are set by the scripts that source this
# To be sourced: programs run natively and with Allfold by `allfold try`, and what came out.

runs=5

# try_program NAME RANKS TOLERANCES ANSWERS COMMAND...
# runs the command several times each way, in turns, and prints what `allfold try` says: NAME-RANKS.txt and
# NAME-RANKS.json. ANSWERS is a function that prints, from the file of what a run has printed, its answers
# ("name value..." lines); those of each pair of runs have to agree. Adds to failures what is not as it must be.
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
  # A run that served nothing compares nothing.
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

# What the project's own programs print: a name and numbers a line; all but the times are answers. The MPI
# library may print what it has to say in between.
own_answers() {
  # Open MPI 5 puts a null character after each of its messages.
  tr -d '\0' < "$1" | grep -aE '^[a-z_]+( +[-+.0-9Ee]+)+$' | grep -v '^[a-z_]*_seconds '
}

fail() {
  echo "FAILED: $*" >&2
  echo "$*" >> "$results/failures"
}
