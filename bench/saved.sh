#!/usr/bin/env bash
# shellcheck source-path=SCRIPTDIR
# Compares what `allfold report` predicts for whole programs with what Allfold then saves.
set -euo pipefail

source_dir=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
# shellcheck source=run/script.sh
. "$source_dir/bench/run/script.sh"
# shellcheck source=run/programs.sh
. "$source_dir/bench/run/programs.sh"
# shellcheck source=run/applications.sh
. "$source_dir/bench/run/applications.sh"
# shellcheck source=run/chosen.sh
. "$source_dir/bench/run/chosen.sh"

usage() {
  cat << 'END'
usage: bench/saved.sh [--programs lammps,espresso,petsc] [--ranks 2,4] [--runs 3] [--results FOLDER]
                      [--allfold FILE] [-- OPTION OF allfold bench...]

Builds Allfold (build/release), measures separated calls on this machine (allfold bench), and then, for each
program and number of ranks:
  1. profiles it natively and with Allfold, in turns, and compares the saving that the native profiles predict
     with the measured one;
  2. makes each of its reductions natively, too, and compares the results (ALLFOLD_MODE=compare);
  3. makes a page of all its profiles: FOLDER/PROGRAM-RANKS.html.
Prints a Markdown table with times of a rank without waiting for late ranks: medians of the runs, and in
brackets the least and the greatest. Takes about 5 minutes after the build, on 2 processors.

  --programs NAME,...  lammps, espresso, petsc (whose Debian packages are installed, 0.6 GB),
                       conjugate_gradient, kmeans; default: the first three
  --ranks P,...        numbers of ranks; default: 2,4
  --runs N             runs of each program, natively and with Allfold each; default: 3
  --results FOLDER     folder for profiles, pages and logs; default: build/bench/saved
  --allfold FILE       use this command of a build tree and build nothing

Exit status: 0; 1 if a program failed, or if the results of a call differ too much; 2 for an unknown option.
END
}

results=$source_dir/build/bench/saved
options=() programs=lammps,espresso,petsc ranks=2,4 runs=3 target_allfold_command=''
read_options programs,ranks,runs,results,allfold "$@"

# See run/chosen.sh.
declare -A command_of=(
  [lammps]="${lammps[*]} in.chunk" [espresso]="${espresso[*]}" [petsc]=target_petsc
  [conjugate_gradient]='target_conjugate_gradient 48' [kmeans]='target_kmeans 200000')
declare -A packages_of=(
  [lammps]=lammps [espresso]='quantum-espresso quantum-espresso-data' [petsc]='petsc-dev pkg-config'
  [conjugate_gradient]='' [kmeans]=gfortran)

check_options() {
  [[ $runs =~ ^[1-9][0-9]*$ ]] || refuse --runs "invalid number '$runs': expected one from 1 on, as in 3"
  [[ $ranks =~ ^[1-9][0-9]*(,[1-9][0-9]*)*$ ]] ||
    refuse --ranks "invalid numbers '$ranks': expected some from 1 on, as in 2,4"
  check_programs "$programs" "${!command_of[@]}"
}

# run_as NAME RANKS FILES VARIABLE=VALUE...: runs the program with Allfold preloaded, in the folder
# of the copied inputs.
run_as() {
  local name=$1 ranks=$2 files=$3 variable words settings=()
  shift 3
  words_of "$name"
  for variable in LD_PRELOAD="${target_allfold:?}" "$@"; do settings+=(-x "$variable"); done
  (cd "$results/inputs" && launch "$ranks" "${settings[@]}" -- "${words[@]}") \
    > "$files.out" 2> "$files.err" && return
  fail "$name on $ranks ranks, see $files.err"
  return 1
}

# predict RANKS REPORT-ARGUMENT...
predict() { "$target_allfold_command" report --bench "$results/bench-$1.json" "${@:2}"; }

# observe NAME RANKS: makes profiles NAME-RANKS-native-1.json and so on, and a page of them.
# NAME-RANKS.tsv gets a line per pair of runs: seconds without waiting, natively, predicted, and
# with Allfold.
observe() {
  local base=$results/$1-$2 run
  for ((run = 1; run <= runs; ++run)); do
    run_as "$@" "$base-native-$run" ALLFOLD_MODE=native ALLFOLD_PROFILE="$base-native-$run.json" || return
    run_as "$@" "$base-allfold-$run" ALLFOLD_PROFILE="$base-allfold-$run.json" || return
    predict "$2" "$base"-{native,allfold}-"$run.json" --format json |
      jq -r '.comparison.total | [.native, .predicted.value, .had] | @tsv' >> "$base.tsv"
  done
  predict "$2" "$base"-{native,allfold}-*[0-9].json --format html -o "$base.html"
}

# compare NAME RANKS: prints the number of compared calls and the number of mismatches.
compare() {
  local files=$results/$1-$2-compare outcome
  run_as "$@" "$files" ALLFOLD_MODE=compare || return
  outcome=$(sed -En 's/^allfold: comparison: ([0-9]+) calls compared: ([0-9]+) .*/\1 \2/p' "$files.err")
  [[ $outcome == *' 0' ]] || fail "$1 on $2 ranks: mismatches, or nothing compared, see $files.err"
  echo "${outcome:-– –}"
}

measure() {
  local name p outcome
  for p in ${ranks//,/ }; do
    step "measure separated calls, $p ranks on $cores processors"
    logged "$results/bench-$p.txt" launch "$p" -- "$target_allfold_command" bench --timing separated \
      --sizes 8:8m:4 --seconds 1 "${options[@]}" --json "$results/bench-$p.json"
  done
  for name in ${programs//,/ }; do
    for p in ${ranks//,/ }; do
      step "$name, $p ranks: $runs runs each way, and one that is compared"
      observe "$name" "$p" || continue
      outcome=$(compare "$name" "$p") || continue
      awk -v program="$name" -v ranks="$p" -v outcome="$outcome" \
        -f "$source_dir/bench/run/saved.awk" "$results/$name-$p.tsv" >> "$results/rows.md"
    done
  done
}

table() {
  cat << 'END'
| program | ranks | native, ms | predicted, ms | with Allfold, ms | saving predicted, ms | saved, ms | predicted over saved | compared | mismatches |
| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
END
  cat "$results/rows.md"
}

check_options
trap 'exit 130' INT TERM # mpirun ends its ranks; the other programs are skipped
{
  notice_other_load
  empty_folder "$results"
  copy_inputs "$results/inputs"
  prepare_programs "$programs"
  # shellcheck disable=SC2034 # of run/launch.sh
  idle_ranks_yield=no # only ranks without a processor of their own yield
  measure
} >&2
table | tee "$results/table.md"
if [ -s "$results/failures" ]; then
  sed 's/^/FAILED: /' "$results/failures" >&2
  exit 1
fi
