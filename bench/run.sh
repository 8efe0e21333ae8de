#!/usr/bin/env bash
# shellcheck source-path=SCRIPTDIR
# Builds Allfold and shows what it does: times of native and Allfold calls side by side, and
# programs run both ways. Works from any directory; what it needs it installs, or names.
set -euo pipefail

source_dir=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
# shellcheck source=../cmake/packages.sh
. "$source_dir/cmake/packages.sh"
# shellcheck source=run/progress.sh
. "$source_dir/bench/run/progress.sh"
# shellcheck source=run/build.sh
. "$source_dir/bench/run/build.sh"
# shellcheck source=run/launch.sh
. "$source_dir/bench/run/launch.sh"
# shellcheck source=run/programs.sh
. "$source_dir/bench/run/programs.sh"
# shellcheck source=run/applications.sh
. "$source_dir/bench/run/applications.sh"

usage() {
  cat << 'END'
usage: bench/run.sh [--quick] [--apps] [--help]

Builds Allfold (build/release) and runs it against the MPI library's own reductions:
  - median times of MPI_Allreduce and MPI_Reduce, native and Allfold (allfold bench);
  - a conjugate-gradient solver (C) and a k-means clustering (Fortran), natively and preloaded.

  --quick   fewer sizes and rank counts, smaller programs
  --apps    also LAMMPS and Quantum ESPRESSO, which it installs
  --help    this text

Exits with 1 if answers differ between the two ways, or if Allfold served no call.
END
}

quick=no apps=no
for option in "$@"; do
  case $option in
    --quick) quick=yes ;;
    --apps) apps=yes ;;
    --help | -h) usage && exit ;;
    *) echo "bench/run.sh: unknown option $option (see bench/run.sh --help)" >&2 && exit 2 ;;
  esac
done

results=$source_dir/build/release/bench/results

# Every count up to 8, then powers of two and all cores; last, more ranks than cores.
compared_ranks() {
  local ranks=2 over=$((cores + 1))
  ((over & (over - 1))) || over=$((over + 1))
  if [ $quick = yes ]; then
    echo $((cores > 2 ? cores : 2)) $over
    return
  fi
  {
    while [ $ranks -le "$cores" ] || [ $ranks = 2 ]; do
      echo $ranks
      ranks=$((ranks < 8 ? ranks + 1 : 2 * ranks))
    done
    if [ "$cores" -gt 1 ]; then echo "$cores"; fi
    echo $over
  } | sort -nu
}

# All cores, and a count that is no power of two (or, with three cores, one that is).
program_ranks() { echo $((cores > 2 ? cores : 2)) $((cores == 3 ? 2 : 3)); }

compare() {
  local ranks options=()
  [ $quick = no ] || options=(--sizes "8,2k,128k,2m" --seconds 0.05)
  for ranks in $(compared_ranks); do
    step "compare native and Allfold calls, $ranks ranks on $cores cores"
    compare_on "$ranks" --table "$results/compare-$ranks.tsv" "${options[@]}"
    compare_on "$ranks" --table "$results/compare-$ranks-made.tsv" --communicators
  done
}

programs() {
  local ranks points=96 samples=200000
  [ $quick = no ] || points=48 samples=20000
  for ranks in $(program_ranks); do
    step "conjugate_gradient (C), $ranks ranks, natively and with Allfold preloaded"
    run_both_ways conjugate_gradient "$ranks" '*=1e-12 residual=1e-8 error=1e-3' \
      own_answers own_seconds "${target_conjugate_gradient:?}" $points
    step "kmeans (Fortran), $ranks ranks, natively and with Allfold preloaded"
    run_both_ways kmeans "$ranks" '*=1e-12' own_answers own_seconds "${target_kmeans:?}" $samples
  done
}

summary() {
  step "summary"
  cat "$results"/compare-*.tsv | awk -f "$source_dir/bench/run/times.awk" || fail "no times"
  touch "$results/programs.tsv"
  awk -f "$source_dir/bench/run/programs.awk" "$results/programs.tsv" || fail "no program ran"
  echo
  echo "everything that was printed and measured: $results"
  if [ -s "$results/failures" ]; then
    sed 's/^/FAILED: /' "$results/failures" >&2
    exit 1
  fi
  echo "Answers agree in every program, and Allfold served calls of each."
}

trap 'exit 130' INT TERM # mpirun ends its ranks, and the rest is not to be run
notice_other_load
packages
[ $apps = no ] || application_packages
empty_folder "$results"
build
avoid_forbidden_single_copy
compare
programs
[ $apps = no ] || applications
summary
