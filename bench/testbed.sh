#!/usr/bin/env bash
# shellcheck source-path=SCRIPTDIR
# Compares algorithms with the MPI library's counterparts on a cluster of network namespaces.
set -euo pipefail

source_dir=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
# shellcheck source=run/script.sh
. "$source_dir/bench/run/script.sh"
# shellcheck source=run/pairs.sh
. "$source_dir/bench/run/pairs.sh"

usage() {
  cat << 'END'
usage: bench/testbed.sh [--hosts 4,7,8] [--ppn 1] [--delay 500us] [--rate 200mbit]
                        [--algorithms NAME,...] [--allfold FILE] [-- OPTION OF allfold bench...]

Builds Allfold (build/release), makes a cluster of hosts on this machine (bench/testbed) with links of
the given latency and rate, and prints Markdown tables like bench/kernels.sh. Takes some minutes for
each number of hosts. Needs root and /dev/net/tun.

  --hosts P,...        numbers of hosts; default: 4,7,8
  --ppn N              ranks on each host; default: 1
  --delay, --rate      latency and rate of each link; default: 500us, 200mbit
  --algorithms A,...   default: binary-tree,recursive-doubling,ring,halving-doubling;
                       auto: the choices of both libraries
  --allfold FILE       measure with this command and build nothing

Tables, JSON files and logs are also written to build/bench/testbed. The cluster is removed at the end,
also after an error or an interruption.
END
}

hosts=4,7,8 ppn=1 delay=500us rate=200mbit target_allfold_command=''
algorithms=binary-tree,recursive-doubling,ring,halving-doubling
options=(--sizes "8,128,2k,32k,256k,1m,4m" --seconds 0.5)
read_options hosts,ppn,delay,rate,algorithms,allfold "$@"

start_bench() {
  local ranks=$1
  shift
  on_cluster $((ranks / ppn)) "$target_allfold_command" bench "$@"
}

cluster_is_possible bench/testbed.sh || exit 1
results=$source_dir/build/bench/testbed
empty_folder "$results"
exec > >(tee "$results/tables.md")
{
  notice_other_load
  [ -n "$target_allfold_command" ] || build_command
  names_exist "$algorithms" || exit 2
  allfold_require_packages gcc iproute2 util-linux
} >&2
make_cluster "$hosts"
printf '# %s latency, %s, ranks on a host: %s\n' "$delay" "$rate" "$ppn"
for p in ${hosts//,/ }; do compare_pairs $((p * ppn)) "$algorithms" "${options[@]}"; done
pair_summary
