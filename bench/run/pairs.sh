# shellcheck shell=bash
# shellcheck disable=SC2154 # results, source_dir and timings are the caller's
# To be sourced: algorithms of Allfold, each against its counterpart of the MPI library's.

# "collective kernel" lines for the algorithms named (with commas), or for all with a counterpart.
# auto stands for what both sides choose.
pairs() {
  {
    echo "allreduce auto"
    echo "reduce auto"
    "${target_allfold_command:?}" bench --counterparts | awk 'NR > 1 { print $1, $2 }'
  } | awk -v names="$1" '
    BEGIN { count = split(names, list, ","); for (i = 1; i <= count; i++) wanted[list[i]] = 1 }
    count == 0 && $2 != "auto" || $2 in wanted'
}

# compare_pairs RANKS NAMES OPTION...: prints the tables; start_bench RANKS ARGUMENT... is the
# caller's way to start `allfold bench`.
compare_pairs() {
  local ranks=$1 names=$2 collective kernel base
  shift 2
  while read -r collective kernel <&3; do
    base=$results/$ranks-$collective-$kernel
    step "$collective, $kernel, $ranks ranks" >&2
    start_bench "$ranks" --markdown --collective "$collective" --algorithm "$kernel" \
      --table "$base.tsv" --json "$base.json" "$@" ||
      fail "allfold bench of $collective $kernel on $ranks ranks"
  done 3< <(pairs "$names")
}

pair_summary() {
  printf '\n## All pairs\n\n'
  awk -f "$source_dir/bench/run/pairs.awk" "$results"/*.tsv || fail "nothing was measured"
  echo "everything that was printed and measured: $results" >&2
  [ ! -s "$results/failures" ] || exit 1
}

fail() {
  echo "FAILED: $*" >&2
  echo "$*" >> "$results/failures"
}

# names_exist NAMES: whether there is a pair for each of them.
names_exist() {
  local name
  for name in ${1//,/ }; do
    [ -n "$(pairs "$name")" ] || {
      echo "no algorithm $name has a counterpart; see allfold bench --counterparts" >&2
      return 1
    }
  done
}
