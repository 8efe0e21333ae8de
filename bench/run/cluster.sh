# shellcheck shell=bash
# To be sourced: runs programs on a cluster of network namespaces (bench/testbed). The caller sets
# source_dir, ppn, delay and rate.
cluster=${source_dir:?}/bench/testbed/cluster.sh

# cluster_is_possible SCRIPT: whether a cluster can be made here. Otherwise prints what SCRIPT
# needs.
cluster_is_possible() {
  local lacks=''
  [ "$(id -u)" = 0 ] || lacks="root (network namespaces are made)"
  [ -c /dev/net/tun ] || lacks="${lacks:+$lacks and }/dev/net/tun (modprobe tun makes it)"
  [ -z "$lacks" ] || {
    echo "$1 needs $lacks; bench/kernels.sh measures without" >&2
    return 1
  }
}

# make_cluster HOSTS,...: makes a cluster with the greatest number of hosts. It is removed when the
# script ends.
make_cluster() {
  trap '"$cluster" down' EXIT
  trap 'exit 130' INT TERM HUP
  "$cluster" up "$(greatest "$1")" --delay "${delay:?}" --rate "${rate:?}"
}

# greatest NUMBER,...: prints the greatest of the numbers.
greatest() { echo "${1//,/$'\n'}" | sort -n | tail -n 1; }

# on_cluster HOSTS MPIRUN_ARGUMENT... COMMAND...: runs in the background, so that a signal takes
# effect at once and the cluster is removed.
on_cluster() {
  local hosts=$1 block=5000
  shift
  # A rank that waits for network messages is not woken by shared memory, so it must poll often.
  # However, many ranks that poll every 100 us would use all of the processors' time.
  [ "${ppn:?}" = 1 ] || block=$([ $((hosts * ppn)) -gt $((6 * $(nproc))) ] && echo 1000 || echo 100)
  "$cluster" run --hosts "$hosts" --ppn "$ppn" --nice -10 --block "$block" \
    --timeout "$time_limit" "$@" < /dev/null &
  wait $!
}
time_limit=1800
