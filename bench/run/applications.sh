# shellcheck shell=bash
# shellcheck disable=SC2154,SC2034 # variables shared with the scripts that source this
# To be sourced: third-party programs from Debian packages: their commands, answers and packages.

# The inputs are in bench/cases. The lammps command lacks its last word, the input.
lammps=(lmp -log none -in)
espresso=(pw.x -in si8.in)

# copy_inputs FOLDER: copies the inputs of all programs that need no folder of their own.
copy_inputs() {
  mkdir -p "$1"
  find "$source_dir/bench/cases" -maxdepth 1 -type f -exec cp {} "$1" \;
}

application_packages() {
  step "packages of LAMMPS and Quantum ESPRESSO"
  allfold_require_packages lammps quantum-espresso quantum-espresso-data || exit 1
}

applications() {
  local most=$((cores < 4 ? cores : 4)) ranks
  most=$((most < 2 ? 2 : most))
  for ranks in $most $((most == 3 ? 2 : 3)); do
    run_lammps in.chunk "$ranks" 'step_60 1.6662352 -4.7803591 0 -2.2810843 5.6913114'
    [ "$quick" = yes ] || run_lammps in.melt_nvt "$ranks"
  done
  run_espresso "$most"
}

# run_lammps INPUT RANKS [RIGHT_ANSWER]
run_lammps() {
  local input=$1 ranks=$2 right=${3:-}
  step "LAMMPS $input, $ranks ranks, natively and with Allfold"
  run_case "lammps-$input" "$ranks" '*=1e-6' lammps_answers "${lammps[@]}" "$input"
  [ -z "$right" ] || check_answer "lammps-$input" "$ranks" '*=1e-6' "$right"
}

run_espresso() {
  local ranks=$1
  step "Quantum ESPRESSO si8.in, $ranks ranks, natively and with Allfold"
  run_case espresso-si8 "$ranks" '*=1e-9 total_force=1e-4' espresso_answers "${espresso[@]}"
  check_answer espresso-si8 "$ranks" '*=1e-9' 'total_energy_Ry -63.32509341'
}

# run_case NAME RANKS TOLERANCES ANSWERS COMMAND...: runs the command in a folder with copies of the
# inputs.
run_case() {
  local directory=$results/inputs
  copy_inputs "$directory"
  pushd "$directory" > /dev/null || exit 1
  try_program "$@"
  popd > /dev/null || exit 1
}

# check_answer NAME RANKS TOLERANCES RIGHT_ANSWER: checks that the run with Allfold gave the right
# answer.
check_answer() {
  local name=$1 ranks=$2 tolerances=$3 right=$4 base=$results/$1-$2
  [ -e "$base/allfold-1.answers" ] || return 0
  echo "$right" > "$base/right"
  grep "^${right%% *} " "$base/allfold-1.answers" > "$base/found" || true
  if agree "$tolerances" "$base/right" "$base/found" > /dev/null; then
    echo "  as it should be:  $right"
  else
    fail "$name on $ranks ranks: the answer should be: $right"
  fi
}

# Prints the rows of the thermodynamic table, which follows the line of its column names.
lammps_answers() {
  awk '$1 == "Step" { table = 1; next }
       $1 == "Loop" { table = 0 }
       table && $1 ~ /^[0-9]+$/ { printf "step_%s", $1; $1 = ""; print }' "$1" | tail -n 4
}

espresso_answers() {
  awk '/^!.*total energy/ { print "total_energy_Ry", $5 }
       /convergence has been achieved/ { print "iterations", $6 }
       /Total force =/ { print "total_force", $4 }' "$1"
}
