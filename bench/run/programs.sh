# shellcheck shell=bash
# shellcheck disable=SC2154 # quick, results and source_dir are set by run.sh
# To be sourced: programs run natively and with Allfold preloaded, and what came out.

# run_both_ways NAME RANKS TOLERANCES ANSWERS SECONDS COMMAND...
# runs the command several times each way, in turns. ANSWERS and SECONDS are functions that print,
# from the files <run>.out and <run>.err of a run, its answers ("name value..." lines) and its seconds:
# in first reductions, in all others, and in the whole computation, with - for what is not known.
# One more run counts the calls that Allfold served, which takes time in each of them. Adds a row to
# programs.tsv, and to failures what is not as it must be.
run_both_ways() {
  local name=$1 ranks=$2 tolerances=$3 answers=$4 seconds=$5 way run
  shift 5
  local base=$results/$name-$ranks
  for ((run = 1; run <= runs; ++run)); do
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
  run_once "$base-counted" counted "$ranks" "$@" || fail "$name on $ranks ranks, counted: exit code $?"
  add_program_row "$name" "$ranks" "$base"
}

# A library that both ways preload, above Allfold; empty for none.
preload_above=''

runs=5

# run_once FILES WAY RANKS COMMAND...: natively, with Allfold, or counted: with Allfold's statistics
run_once() {
  local files=$1 way=$2 ranks=$3 preload=$preload_above options=()
  shift 3
  [ "$way" = native ] || preload=${preload:+$preload:}${target_allfold:?}
  [ "$way" != counted ] || options=(-x ALLFOLD_STATS=1)
  [ -z "$preload" ] || options+=(-x LD_PRELOAD="$preload")
  launch "$ranks" "${options[@]}" -- "$@" > "$files.out" 2> "$files.err"
}

agree() {
  awk -v tolerances="$1" -f "$source_dir/bench/run/agree.awk" "$2" "$3"
}

# What the project's own programs print: everything but the times are answers.
own_answers() { grep -v '_seconds ' "$1.out"; }
own_seconds() {
  awk '{ value[$1] = $2 }
       END { print value["first_reduction_seconds"], value["reduction_seconds"],
                   value["solve_seconds"] }' "$1.out"
}

add_program_row() {
  local name=$1 ranks=$2 base=$3 served passed verdict=agree column row
  read -r served passed < <(awk -f "$source_dir/bench/run/calls.awk" "$base-counted.err")
  [ "$served" -gt 0 ] || fail "$name on $ranks ranks: no call went through Allfold"
  ! grep -q "^$name on $ranks ranks: answers" "$results/failures" 2> /dev/null || verdict=DIFFER
  row=("$name" "$ranks" "$verdict" "$runs" "$served" "$passed")
  for column in 1 2 3; do
    row+=("$(median "$base-native.seconds" $column)" "$(median "$base-allfold.seconds" $column)")
  done
  row+=("$(greatest "$base-native.seconds" 2)")
  (IFS=$'\t' && echo "${row[*]}") >> "$results/programs.tsv"
  awk -v brief=1 -f "$source_dir/bench/run/programs.awk" <<< "$(tail -n 1 "$results/programs.tsv")"
}

# median FILE COLUMN: - if it is not in all lines a number.
median() {
  awk -v column="$2" '{ print $column }' "$1" | sort -g | awk '
    { value[NR] = $1; if ($1 !~ /^[0-9]*[.]?[0-9]+$/) unknown = 1 }
    END { print unknown ? "-" : (value[int((NR + 1) / 2)] + value[int(NR / 2) + 1]) / 2 }'
}

# greatest FILE COLUMN
greatest() {
  awk -v column="$2" '{ print $column }' "$1" | sort -g | tail -n 1
}

fail() {
  echo "FAILED: $*" >&2
  echo "$*" >> "$results/failures"
}
