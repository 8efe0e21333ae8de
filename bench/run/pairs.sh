# shellcheck shell=bash
# shellcheck disable=SC2154 # the caller sets results, source_dir and timings
# To be sourced: compares algorithms of Allfold with their counterparts in the MPI library.

# Prints lines "collective kernel" for the named algorithms (comma-separated), or for all that have
# a counterpart. "auto" means the choices of both libraries.
pairs() {
  {
    echo "allreduce auto"
    echo "reduce auto"
    "${target_allfold_command:?}" bench --counterparts | awk 'NR > 1 { print $1, $2 }'
  } | awk -v names="$1" '
    BEGIN { count = split(names, list, ","); for (i = 1; i <= count; i++) wanted[list[i]] = 1 }
    count == 0 && $2 != "auto" || $2 in wanted'
}

# compare_pairs RANKS NAMES OPTION...: prints the tables. The caller's function start_bench RANKS
# ARGUMENT... starts `allfold bench`.
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
  echo "complete output and measurements: $results" >&2
  [ ! -s "$results/failures" ] || exit 1
}

fail() {
  echo "FAILED: $*" >&2
  echo "$*" >> "$results/failures"
}

# names_exist NAMES: whether each name has a pair.
names_exist() {
  local name
  for name in ${1//,/ }; do
    [ -n "$(pairs "$name")" ] || {
      echo "no algorithm $name has a counterpart; see allfold bench --counterparts" >&2
      return 1
    }
  done
}
