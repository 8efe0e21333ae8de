#!/usr/bin/env bash
# shellcheck source-path=SCRIPTDIR
# Builds Allfold and compares it with the MPI library's own calls. See --help.
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

  bench/run.sh --quick     a first look: about 4 minutes after the build, on 2 processors
  bench/run.sh             more lengths, numbers of ranks and repetitions

Builds the library and the command allfold in build/release (2 to 5 minutes on 2 processors, the first
time), without tests, and compares them with the MPI library's own reductions:
  1. a conjugate-gradient solver (C) and a k-means clustering (Fortran), natively and with Allfold
     in turns (allfold try): run times, the share of reductions, and answers;
  2. MPI_Allreduce and MPI_Reduce, native and Allfold calls in turns (allfold bench).
Prints a summary at the end. The complete tables are in build/release/bench/results.
Missing Debian packages are installed as root or through sudo; otherwise the script lists them.

  --quick   fewer lengths, numbers of ranks and repetitions; smaller programs
  --apps    also run LAMMPS and Quantum ESPRESSO, whose packages are installed (0.5 GB)
  --help    print this text

Exit status: 0; 1 if something failed, if answers differ between the two ways, or if Allfold served no
call of a program; 2 for an unknown option.
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

# Powers of two and two other numbers, up to the number of cores; then one above the number of
# cores.
compared_ranks() {
  local ranks over=$((cores + 1))
  ((over & (over - 1))) || over=$((over + 1))
  if [ $quick = yes ]; then
    echo $((cores > 2 ? cores : 2)) $over
    return
  fi
  {
    echo 2
    for ranks in 3 4 7 8 16 32 64 128 "$cores"; do
      [ "$ranks" -gt "$cores" ] || [ "$ranks" -lt 2 ] || echo "$ranks"
    done
    echo $over
  } | sort -nu
}

# The number of cores, and a number that is not a power of two (or, with three cores, one that is).
program_ranks() { echo $((cores > 2 ? cores : 2)) $((cores == 3 ? 2 : 3)); }

programs() {
  local ranks points=96 samples=200000
  [ $quick = no ] || points=48 samples=20000
  for ranks in $(program_ranks); do
    step "run conjugate_gradient (C), $ranks ranks, natively and with Allfold"
    try_program conjugate_gradient "$ranks" '*=1e-12 residual=1e-8 error=1e-3' own_answers \
      "${target_conjugate_gradient:?}" $points
    step "run kmeans (Fortran), $ranks ranks, natively and with Allfold"
    try_program kmeans "$ranks" '*=1e-12' own_answers "${target_kmeans:?}" $samples
  done
}

compare() {
  local ranks options=()
  [ $quick = no ] || options=(--sizes "8,512,4k,32k,256k,2m" --seconds 0.1)
  for ranks in $(compared_ranks); do
    step "compare native and Allfold calls, $ranks ranks on $cores processors"
    bench_on "$ranks" "compare-$ranks" "${options[@]}"
    bench_on "$ranks" "compare-$ranks-communicators" --communicators
    compared -v brief=1 "$results/compare-$ranks.tsv" || true
  done
}

# bench_on RANKS NAME OPTION...: writes the output of `allfold bench` to NAME.txt, its table to
# NAME.tsv.
bench_on() {
  local ranks=$1 base=$results/$2
  shift 2
  logged "$base.txt" launch "$ranks" -- "${target_allfold_command:?}" bench --table "$base.tsv" "$@" ||
    fail "allfold bench $* on $ranks ranks"
}

# compared [-v brief=1] FILE...: prints a summary of the tables.
compared() {
  awk -v mpi="$mpi" -v cores="$cores" -v folder="${results#"$PWD/"}" \
    -f "$source_dir/bench/run/common.awk" -f "$source_dir/bench/run/speed_up.awk" "$@"
}

# Prints what `allfold try` reported for each program.
said_of_programs() {
  local said
  for said in "$results"/*.txt; do
    ! grep -q '^allfold try: ' "$said" || { cat "$said" && echo; }
  done
}

summary() {
  echo "Allfold $(cut -d ' ' -f 2 <<< "$("$target_allfold_command" --version)") against $mpi's default, on $(processor)"
  [ $idle_ranks_yield = no ] || echo "Other programs used this machine, too: times vary from run to run."
  echo
  compared "$results"/compare-*.tsv || fail "no times of calls"
  echo
  said_of_programs
  [ -s "$results/failures" ] || echo "Answers agree in every run."
  echo
  echo "Complete tables, answers and logs: $results"
  echo "Next, your own program, which runs seven times, once with each result compared to the native one:"
  echo "  ${target_allfold_command:?} try --check -- mpirun -n $cores ./program"
  [ $quick = no ] || echo "More lengths, ranks and repetitions: bench/run.sh (without --quick)"
}

# The name of the MPI library, for example "Open MPI 4.1.4".
mpi_library() { mpirun --version | sed -n '1s/.*(\(.*\))/\1/p'; }

processor() {
  local name
  name=$(LC_ALL=C lscpu | sed -n 's/^ *Model name: *//p' | head -n 1)
  echo "${name:-$(uname -m)}, $cores processor$([ "$cores" = 1 ] || echo s)"
}

trap 'exit 130' INT TERM # mpirun ends its ranks; the other steps are skipped
notice_other_load
packages "${command_packages[@]}" gfortran
[ $apps = no ] || application_packages
empty_folder "$results"
mpi=$(mpi_library)
configure
build "the library, the command and the programs (2 to 5 minutes on 2 processors, the first time)" \
  allfold allfold_command conjugate_gradient kmeans
avoid_forbidden_single_copy "$target_kmeans" 2000
programs
compare
[ $apps = no ] || applications
step "summary (also in $results/summary.txt)"
summary | tee "$results/summary.txt"
if [ -s "$results/failures" ]; then
  sed 's/^/FAILED: /' "$results/failures" >&2
  exit 1
fi
