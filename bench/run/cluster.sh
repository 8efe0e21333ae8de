# shellcheck shell=bash
# To be sourced: programs on a cluster of network namespaces (bench/testbed). The caller sets
# source_dir, and ppn, delay and rate as its options say.
cluster=${source_dir:?}/bench/testbed/cluster.sh

# cluster_is_possible SCRIPT: whether a cluster can be made here; else it says what SCRIPT lacks.
cluster_is_possible() {
  local lacks=''
  [ "$(id -u)" = 0 ] || lacks="root (network namespaces are made)"
  [ -c /dev/net/tun ] || lacks="${lacks:+$lacks and }/dev/net/tun (modprobe tun makes it)"
  [ -z "$lacks" ] || {
    echo "$1 needs $lacks; bench/kernels.sh measures without" >&2
    return 1
  }
}

# make_cluster HOSTS,...: as many as the greatest number says, taken down when the script ends.
make_cluster() {
  trap '"$cluster" down' EXIT
  trap 'exit 130' INT TERM HUP
  "$cluster" up "$(greatest "$1")" --delay "${delay:?}" --rate "${rate:?}"
}

# greatest NUMBER,...
greatest() { echo "${1//,/$'\n'}" | sort -n | tail -n 1; }

# on_cluster HOSTS MPIRUN_ARGUMENT... COMMAND...: in the background, so that a signal is heard at
# once and the cluster taken down.
on_cluster() {
  local hosts=$1 block=5000
  shift
  # Shared memory cannot wake a rank that waits for messages; but many that look every 100 us leave
  # the processors no time for anything else.
  [ "${ppn:?}" = 1 ] || block=$([ $((hosts * ppn)) -gt $((6 * $(nproc))) ] && echo 1000 || echo 100)
  "$cluster" run --hosts "$hosts" --ppn "$ppn" --nice -10 --block "$block" \
    --timeout "$time_limit" "$@" < /dev/null &
  wait $!
}
time_limit=1800
