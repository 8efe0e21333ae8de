#!/usr/bin/env bash
# shellcheck source-path=SCRIPTDIR
# Compares each of Allfold's algorithms with its counterpart in the MPI library, on this machine.
set -euo pipefail

source_dir=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
# shellcheck source=run/script.sh
. "$source_dir/bench/run/script.sh"
# shellcheck source=run/pairs.sh
. "$source_dir/bench/run/pairs.sh"

usage() {
  cat << 'END'
usage: bench/kernels.sh [--quick] [--ranks 2,3,4] [--algorithms NAME,...] [--allfold FILE]
                        [-- OPTION OF allfold bench...]

Builds Allfold (build/release) and prints Markdown tables. They compare each of its algorithms with
its counterpart in Open MPI, at each number of ranks and all sizes, in one run, with back-to-back and
with separated calls. 'allfold bench --counterparts' lists the pairs.

  --quick              fewer sizes, less time for each
  --ranks P,...        numbers of ranks; default: 2,3,4
  --algorithms A,...   only these; auto: the choices of both libraries
  --allfold FILE       measure with this command and build nothing

Tables, JSON files and logs are also written to build/bench/kernels.
END
}

options=() ranks=2,3,4 algorithms='' quick='' target_allfold_command=''
read_options ranks,algorithms,allfold,quick! "$@"
[ -z "$quick" ] || options=(--sizes "8,2k,256k,1m" --seconds 0.05 "${options[@]}")

start_bench() {
  local ranks=$1
  shift
  launch "$ranks" -- "$target_allfold_command" bench "$@"
}

trap 'exit 130' INT TERM # mpirun ends its ranks; the other measurements are skipped
results=$source_dir/build/bench/kernels
empty_folder "$results"
exec > >(tee "$results/tables.md")
{
  notice_other_load
  [ -n "$target_allfold_command" ] || build_command
  names_exist "$algorithms" || exit 2
  avoid_forbidden_single_copy
} >&2
for p in ${ranks//,/ }; do compare_pairs "$p" "$algorithms" "${options[@]}"; done
pair_summary
