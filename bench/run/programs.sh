# shellcheck shell=bash
# shellcheck disable=SC2154 # quick, results and source_dir are set by run.sh
# To be sourced: programs run natively and with Allfold preloaded, and what came out.

# run_both_ways NAME RANKS TOLERANCES ANSWERS SECONDS COMMAND...
# runs the command several times each way, in turns. ANSWERS and SECONDS are functions that print,
# from the files <run>.out and <run>.err of a run, its answers ("name value..." lines) and the time
# it spent in reductions. Adds a row to programs.tsv, and to failures what is not as it must be.
run_both_ways() {
  local name=$1 ranks=$2 tolerances=$3 answers=$4 seconds=$5 way run
  shift 5
  local base=$results/$name-$ranks
  for run in $(runs); do
    for way in native allfold; do
      run_once "$base-$way-$run" "$way" "$ranks" "$@" || {
        fail "$name on $ranks ranks, $way: exit code $?, see $base-$way-$run.err"
        return 0
      }
      $answers "$base-$way-$run" > "$base-$way-$run.answers"
      $seconds "$base-$way-$run" >> "$base-$way.seconds"
    done
    agree "$tolerances" "$base-native-$run.answers" "$base-allfold-$run.answers" \
      > "$base-$run.agreement" || fail "$name on $ranks ranks: answers differ"
  done
  cat "$base-$run.agreement"
  add_program_row "$name" "$ranks" "$base"
}

# A library that both ways preload, above Allfold; empty for none.
preload_above=''

runs() { if [ "$quick" = yes ]; then echo 1; else echo 1 2 3; fi; }

# run_once FILES WAY RANKS COMMAND...
run_once() {
  local files=$1 way=$2 ranks=$3 preload=$preload_above options=()
  shift 3
  if [ "$way" = allfold ]; then
    preload=${preload:+$preload:}${target_allfold:?}
    options=(-x ALLFOLD_STATS=1)
  fi
  [ -z "$preload" ] || options+=(-x LD_PRELOAD="$preload")
  launch "$ranks" "${options[@]}" -- "$@" > "$files.out" 2> "$files.err"
}

agree() {
  awk -v tolerances="$1" -f "$source_dir/bench/run/agree.awk" "$2" "$3"
}

# What the project's own programs print: everything but the times are answers.
own_answers() { grep -v '_seconds ' "$1.out"; }
own_seconds() { awk '$1 == "reduction_seconds" { print $2 }' "$1.out"; }

add_program_row() {
  local name=$1 ranks=$2 base=$3 served passed native allfold verdict=agree
  read -r served passed < <(awk -f "$source_dir/bench/run/calls.awk" "$base"-allfold-*.err)
  native=$(middle "$base-native.seconds")
  allfold=$(middle "$base-allfold.seconds")
  echo "  Allfold served $served calls and passed $passed on to the MPI library"
  echo "  in reductions: $native s natively, $allfold s with Allfold"
  [ "$served" -gt 0 ] || fail "$name on $ranks ranks: no call went through Allfold"
  ! grep -q "^$name on $ranks ranks: answers" "$results/failures" 2> /dev/null || verdict=DIFFER
  printf '%s\t%s\t%s\t%s\t%s\t%s\t%s\n' "$name" "$ranks" "$verdict" "$served" "$passed" \
    "$native" "$allfold" >> "$results/programs.tsv"
}

middle() {
  sort -g "$1" | awk '{ value[NR] = $1 } END { printf "%.6f\n", value[int((NR + 1) / 2)] }'
}

fail() {
  echo "FAILED: $*" >&2
  echo "$*" >> "$results/failures"
}
