# shellcheck shell=bash
# To be sourced, after launch.sh and cluster.sh: runs measurements in pieces. Each piece has a file
# of its own in a folder for the caller's settings below `results`, so that finished pieces are not
# measured again. The caller sets results, target_allfold_command and ppn, and according to its
# options hosts, local_ranks, given_rules, budget, sizes, options, delay, rate and others. A place
# is `hosts` (the cluster) or `local`.

is_complete() { [ -s "${results:?}/$1.tsv" ]; }

# start_at PLACE RANKS MPIRUN_OPTION... -- COMMAND...
start_at() {
  local place=$1 ranks=$2 before=()
  shift 2
  while [ "$1" != -- ]; do before+=("$1") && shift; done
  shift
  if [ "$place" = local ]; then
    launch "$ranks" "${before[@]}" -- "$@"
  else
    on_cluster $((ranks / ${ppn:?})) "${before[@]}" "$@"
  fi
}

# piece NAME PLACE RANKS OPTION...: runs `allfold bench` once, with the rules of the place.
piece() {
  local name=$1 place=$2 ranks=$3
  shift 3
  if start_at "$place" "$ranks" -x "ALLFOLD_RULES=$(rules_of "$place")" -- \
    "${target_allfold_command:?}" bench --table "$results/$name.part" "$@"; then
    mv "$results/$name.part" "$results/$name.tsv"
  else
    rm -f "$results/$name.part"
    echo "$name" | tee -a "$results/failures" | sed 's/^/FAILED: /'
  fi
}

rules_of() { echo "${given_rules:-$results/rules-$1.json}"; }

# tune PLACE NUMBER,...: makes rules for these numbers of hosts, or of ranks, unless they exist.
tune() {
  local place=$1 numbers=$2 of_each=1 rules ranks
  rules=$(rules_of "$place")
  [ "$place" = local ] || of_each=$ppn
  if [ -n "$given_rules" ] || [ -e "$rules.done" ]; then return 0; fi
  ranks=$(for p in ${numbers//,/ }; do echo $((p * of_each)); done | paste -sd ,)
  step "tune, $ranks ranks, $place"
  start_at "$place" "$(greatest "$ranks")" -- "$target_allfold_command" tune -o "$rules" \
    --resume --ranks "$ranks" --sizes "${sizes:?}" --budget "${budget:?}"
  touch "$rules.done"
}

# explained PLACE RANKS COLLECTIVE SIZE,...: prints the table of `allfold explain`.
explained() {
  local place=$1 ranks=$2 collective=$3 each=${ppn:?}
  [ "$place" = hosts ] || each=$ranks
  "$target_allfold_command" explain --rules "$(rules_of "$place")" -p "$ranks" --ranks-per-node "$each" \
    --collective "$collective" --sizes "$4" --table "$results/explained.part" > /dev/null
  cat "$results/explained.part"
  rm "$results/explained.part"
}

# quickest_kernels PLACE RANKS COLLECTIVE SIZE: prints the three fastest kernels, by measurement if
# there is one, otherwise by the model.
quickest_kernels() {
  explained "$@" | awk -F '\t' '
    $1 == collective && $5 != "native" { print ($8 == "-" ? "1\t" $7 : "0\t" $8) "\t" $5 }
    ' collective="$3" | sort -t $'\t' -k 1,1n -k 2,2g | head -n 3 | cut -f 3 | cut -d ' ' -f 1 |
    sort -u
}

place_text() {
  if [ "$1" = local ]; then
    echo "one node"
  else
    echo "hosts with links of ${delay:?} and ${rate:?}, ranks on each: $ppn"
  fi
}

# tables_by NAME AWK_OPTION... FILE...: prints the tables of the measurements with NAME.awk.
tables_by() {
  local name=$1
  shift
  awk -f "${source_dir:?}/bench/run/common.awk" -f "$source_dir/bench/run/$name.awk" "$@"
}

# settings: prints the script's options, the command, and the library that it loads.
settings() {
  local name library
  for name in hosts local_ranks ppn oracle sweep given_rules budget sizes delay rate; do
    printf '%s=%s\n' "$name" "${!name-}"
  done
  printf '%s\n' "${options[@]:?}"
  [ ! -f "${given_rules:-}" ] || cat "$given_rules"
  library=$(ldd "$target_allfold_command" 2> /dev/null |
    sed -n 's/^[[:space:]]*liballfold[^ ]* => \(.*\) (0x[0-9a-f]*)$/\1/p') || true
  cat "$target_allfold_command" ${library:+"$library"}
}

# run_in_pieces MEASURE PRINT FILE [PACKAGE...]: the main part of a script. The function MEASURE
# PLACE NUMBER,... measures at a place. The function PRINT, which needs the packages, prints the
# results; they are also written to FILE in the folder.
run_in_pieces() {
  local measure=$1 print=$2 file=$3
  shift 3
  trap 'exit 130' INT TERM HUP
  [ -z "${hosts?}" ] || cluster_is_possible "bench/${0##*/}" || exit 1
  mkdir -p "$results"
  {
    notice_other_load
    [ -n "$target_allfold_command" ] || build_command
    [ $# = 0 ] || allfold_require_packages "$@"
    [ -z "$hosts" ] || allfold_require_packages gcc iproute2 util-linux
    results=$results/$(settings | checksum)
    mkdir -p "$results"
    use_alone "$results" 'with the same options'
    rm -f "$results/failures"
    measure_all "$measure"
  } >&2
  $print | tee "$results/$file"
  echo "complete output and measurements: $results" >&2
  [ ! -s "$results/failures" ] || exit 1
}

# measure_all MEASURE: measures at each place that the options name.
measure_all() {
  if [ -n "$hosts" ]; then
    make_cluster "$hosts"
    $1 hosts "$hosts"
    "${cluster:?}" down
  fi
  if [ -n "${local_ranks?}" ]; then
    avoid_forbidden_single_copy
    $1 local "$local_ranks"
  fi
}
