#!/usr/bin/env bash
# shellcheck source-path=SCRIPTDIR
# Runs third-party programs natively and with Allfold in turns, and prints a table of the results.
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
usage: bench/programs.sh [--programs NAME,...] [--ranks P,...] [--hosts P,...] [--ppn N] [--runs 5]
                         [--results FOLDER] [--allfold FILE] [--drawn]

Builds Allfold (build/release), runs each program on this machine natively and with Allfold in turns
(allfold try), and prints a Markdown table: run times with their spread, and the share of reductions.
Takes about 20 minutes after the build on 2 processors.

  --programs NAME,...  lammps-chunk, lammps-melt, espresso, cp2k, nwchem, elk, hpcc (whose Debian packages are
                       installed, 0.7 GB), petsc-cg, petsc-gmres; default: all of them
  --ranks P,...        numbers of ranks; default: the number of processors
  --hosts P,...        run them on an emulated cluster of so many hosts instead (bench/testbed), with
                       --ppn ranks each (default: 1), and links of --delay and --rate (500us, 200mbit);
                       needs root; default of --programs: lammps-chunk, petsc-cg, petsc-gmres
  --runs N             runs of each program, natively and with Allfold each; default: 5
  --results FOLDER     folder for JSON files and logs; default: build/bench/programs
  --data FILE          file for the rows of the table; rows of the same program and setting are
                       replaced; default: FOLDER/programs.tsv
  --allfold FILE       use this command of a build tree and build nothing
  --drawn              run nothing, and print the table from the file of --data

Exit status: 0; 1 if a program failed; 2 for an unknown option.
END
}

results=$source_dir/build/bench/programs
# shellcheck disable=SC2034 # of run/options.sh and run/cluster.sh
options=() programs='' ranks='' hosts='' ppn=1 delay=500us rate=200mbit runs=5 data='' drawn='' target_allfold_command=''
read_options programs,ranks,hosts,ppn,delay,rate,runs,results,data,allfold,drawn! "$@"
data=$(realpath -m "${data:-$results/programs.tsv}") results=$(realpath -m "$results")

# See run/chosen.sh.
declare -A command_of=(
  [lammps-chunk]="${lammps[*]} in.chunk" [lammps-melt]="${lammps[*]} in.melt_nvt" [espresso]="${espresso[*]}"
  [cp2k]='cp2k.popt -i si8.inp' [nwchem]='nwchem.openmpi water.nw' [elk]=elk-lapw [hpcc]=hpcc
  [petsc-cg]='target_petsc -points 400'
  [petsc-gmres]='target_petsc -points 400 -ksp_type gmres -pc_type bjacobi')
declare -A packages_of=(
  [lammps-chunk]=lammps [lammps-melt]=lammps [espresso]='quantum-espresso quantum-espresso-data'
  [cp2k]='cp2k cp2k-data' [nwchem]='nwchem-openmpi nwchem-data' [elk]=elk-lapw [hpcc]=hpcc
  [petsc-cg]='petsc-dev pkg-config' [petsc-gmres]='petsc-dev pkg-config')
order=(lammps-chunk lammps-melt espresso cp2k nwchem elk hpcc petsc-cg petsc-gmres)

check_options() {
  local name
  [[ $runs =~ ^[1-9][0-9]*$ ]] || refuse --runs "invalid number '$runs': expected one from 1 on, as in 5"
  for name in "ranks=$ranks" "hosts=$hosts"; do
    [[ ${name#*=} =~ ^([1-9][0-9]*(,[1-9][0-9]*)*)?$ ]] ||
      refuse "--${name%%=*}" "invalid numbers '${name#*=}': expected some from 1 on, as in 2,4"
  done
  [ -n "$ranks" ] || ranks=$((cores < 2 ? 2 : cores))
  if [ -z "$programs" ]; then
    programs=$(IFS=, && echo "${order[*]}")
    [ -z "$hosts" ] || programs='lammps-chunk,petsc-cg,petsc-gmres'
  fi
  check_programs "$programs" "${order[@]}"
}

# inputs_of NAME: makes a new folder with the program's input, in which the program runs.
inputs_of() {
  local folder=$results/inputs/$1
  rm -rf "$folder"
  copy_inputs "$folder"
  [ ! -d "$source_dir/bench/cases/$1" ] || cp "$source_dir/bench/cases/$1"/* "$folder"
  echo "$folder"
}

# Prints the findings of `allfold try` as a row of the data file.
row_of() { # row_of NAME SETTING JSON
  jq -r --arg name "$1" --arg setting "$2" '
    def range: [(. | min), (. | max)];
    [$name, $setting, .ranks, .mpi, (.native.seconds | length),
     .native.median_seconds, (.native.seconds | range)[], .with_allfold.median_seconds,
     (.with_allfold.seconds | range)[], .difference,
     (.native.of_a_rank | .reductions_seconds / .run_seconds, .waiting_seconds / .run_seconds, .rest_seconds),
     .with_allfold.of_a_rank.rest_seconds,
     .calls, (.calls - ([.not_served[].calls] | add // 0))] | @tsv' "$3"
}

# keep NAME SETTING JSON: adds the row to the data file; replaces an older row of the same run.
keep() {
  local ranks rows=$results/rows.tsv
  ranks=$(jq .ranks "$3")
  [ ! -e "$data" ] || awk -F '\t' -v name="$1" -v setting="$2" -v ranks="$ranks" \
    '!($1 == name && $2 == setting && $3 == ranks)' "$data" > "$rows"
  [ -e "$data" ] || printf '# %s\n# %s\n' "$(date +%F), commit $(git -C "$source_dir" rev-parse --short HEAD)" \
    "$(processor_name)" > "$rows"
  row_of "$1" "$2" "$3" >> "$rows"
  mv "$rows" "$data"
}

processor_name() {
  local name
  name=$(LC_ALL=C lscpu | sed -n 's/^ *Model name: *//p' | head -n 1)
  echo "${name:-$(uname -m)}, $cores processors"
}

# measure NAME SETTING RANKS TRYING-COMMAND...: the program's command is appended to TRYING-COMMAND.
measure() {
  local name=$1 setting=$2 ranks=$3 base=$results/$1-${2// /-}-$3 words folder
  shift 3
  step "$name, $ranks ranks, $setting: $runs runs each way"
  words_of "$name"
  folder=$(inputs_of "$name")
  (cd "$folder" && "$@" "${words[@]}" < /dev/null > "$base.txt") ||
    { fail "$name on $ranks ranks: exit status $?, see $base.txt"; cat "$base.txt"; return 0; }
  cat "$base.txt"
  keep "$name" "$setting" "$base.json"
}

on_this_machine() {
  local name p launcher=()
  for name in ${programs//,/ }; do
    for p in ${ranks//,/ }; do
      launcher_of "$p"
      measure "$name" '1 node' "$p" "$target_allfold_command" try --runs "$runs" \
        --json "$results/$name-1-node-$p.json" -- "${launcher[@]}"
    done
  done
}

on_hosts() {
  local name p setting
  for name in ${programs//,/ }; do
    for p in ${hosts//,/ }; do
      setting="$p hosts"
      measure "$name" "$setting" $((p * ppn)) trying_on "$p" "$results/$name-${setting// /-}-$((p * ppn)).json"
    done
  done
}

# trying_on HOSTS JSON COMMAND...
trying_on() {
  local p=$1 json=$2
  shift 2
  TESTBED_THROUGH="$target_allfold_command try --runs $runs --json $json --" on_cluster "$p" "$@"
}

check_options
if [ -z "$drawn" ]; then
  trap 'exit 130' INT TERM # the launcher ends its ranks; the other programs are skipped
  [ -z "$hosts" ] || cluster_is_possible bench/programs.sh || exit 1
  {
    notice_other_load
    empty_folder "$results"
    prepare_programs "$programs"
    # shellcheck disable=SC2034 # of run/launch.sh
    idle_ranks_yield=no # only ranks without a processor of their own yield
    if [ -n "$hosts" ]; then
      allfold_require_packages gcc iproute2 util-linux
      make_cluster "$hosts"
      on_hosts
    else
      on_this_machine
    fi
  } >&2
fi
[ -s "$data" ] || refuse --data "$data: no rows: expected those of an earlier run; run without --drawn"
awk -f "$source_dir/bench/run/programs.awk" "$data"
if [ -z "$drawn" ] && [ -s "$results/failures" ]; then
  sed 's/^/FAILED: /' "$results/failures" >&2
  exit 1
fi
