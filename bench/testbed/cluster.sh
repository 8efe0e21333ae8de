#!/usr/bin/env bash
# A multi-host MPI cluster on one machine; see README.md.
set -euo pipefail
self=$(readlink -f "$0")
here=$(dirname "$self")
export TESTBED_PREFIX=${TESTBED_PREFIX:-allfold} # clusters with different prefixes can coexist
export TESTBED_DIR=${TESTBED_DIR:-$here/../../build/testbed} # for compiled programs and other files
state=$TESTBED_DIR/state-$TESTBED_PREFIX
net=10.77.0

usage() {
  cat << 'END'
usage: cluster.sh up N [--delay 200us] [--rate 200mbit]
       cluster.sh run [--hosts M] [--ppn K] [--timeout S] [--block US] [--nice N]
                      MPIRUN-ARGUMENT... PROGRAM...
       cluster.sh exec HOST COMMAND... | status | down

Hosts are n0, n1, ... at 10.77.0.1, .2, ...; mpirun runs on n0, with M*K ranks unless -np is given.
--block US: idle ranks sleep in poll() for up to US microseconds instead of spinning.
--nice N: nice value of mpirun and its ranks. LD_PRELOAD is passed to the ranks only. Needs root.
TESTBED_THROUGH='COMMAND...' starts mpirun through that command, which passes LD_PRELOAD on to the ranks.
END
}

die() {
  echo "cluster.sh: $*" >&2
  exit 1
}

hosts() {
  ip netns list 2> /dev/null | awk -v own="^${TESTBED_PREFIX}[0-9]+\$" '$1 ~ own { print $1 }'
}

# scaled VALUE UNIT=FACTOR...: prints the value in the smallest unit.
scaled() {
  local value=$1 unit
  shift
  for unit in "$@"; do
    if [[ $value =~ ^([0-9.]+)"${unit%=*}"$ ]]; then
      awk -v n="${BASH_REMATCH[1]}" -v factor="${unit#*=}" 'BEGIN { printf "%d", n * factor }'
      return
    fi
  done
  die "invalid value '$value': expected a number with one of these units: ${*%=*}"
}

# Ends only processes inside the cluster's own namespaces.
end_processes() {
  local signal pids host try
  for signal in TERM KILL; do
    for try in 1 2 3 4 5 6 7 8 9 10; do
      pids=$(for host in $(hosts); do ip netns pids "$host" 2> /dev/null || true; done)
      [ -n "$pids" ] || return 0
      # shellcheck disable=SC2086
      [ "$try" != 1 ] || kill -$signal $pids 2> /dev/null || true
      sleep 0.1
    done
  done
}

end_switch() {
  local pid
  pid=$(cat "$state/vswitch.pid" 2> /dev/null) || return 0
  # After a rebuild the link ends in " (deleted)".
  [[ $(readlink "/proc/$pid/exe" 2> /dev/null) == */vswitch* ]] || return 0
  kill "$pid" 2> /dev/null || true
  for _ in 1 2 3 4 5 6 7 8 9 10; do
    [ -d "/proc/$pid" ] || return 0
    sleep 0.05
  done
  kill -9 "$pid" 2> /dev/null || true
}

down() {
  local host
  end_processes
  end_switch
  for host in $(hosts); do ip netns del "$host" || true; done
  rm -rf "$state"
}

# built NAME OPTION...: compiles NAME's source if it is newer than NAME.
built() {
  local name=$1 source=$here/${1%.so}.c
  shift
  [ "$TESTBED_DIR/$name" -nt "$source" ] || cc -O2 "$@" -o "$TESTBED_DIR/$name" "$source"
}

mac() { printf '02:00:00:00:%02x:%02x' $(($1 / 256)) $(($1 % 256)); }

start_switch() {
  local delay=$1 rate=$2 names=()
  mapfile -t names < <(hosts | sort -V)
  setsid "$TESTBED_DIR/vswitch" -d "$delay" -r "$rate" -b 60000 -R "$state/vswitch.pid" \
    "${names[@]}" > "$state/vswitch.log" 2>&1 < /dev/null &
  for _ in $(seq 100); do
    [ ! -s "$state/vswitch.pid" ] || return 0
    sleep 0.05
  done
  die "the switch did not start: $(cat "$state/vswitch.log")"
}

# All addresses are known from the start, so that hosts need no broadcasts.
configure_host() {
  local host=$1 n=$2 other
  {
    echo "link set lo up"
    echo "link set eth0 address $(mac "$host") mtu 1500"
    echo "link set eth0 up"
    echo "addr add $net.$((host + 1))/24 dev eth0"
    for ((other = 0; other < n; other++)); do
      [ "$host" = $other ] ||
        echo "neigh replace $net.$((other + 1)) lladdr $(mac $other) dev eth0 nud permanent"
    done
  } | ip -n "$TESTBED_PREFIX$host" -batch -
  ip netns exec "$TESTBED_PREFIX$host" sh -c '
    cd /proc/sys/net/ipv4
    echo 0 > tcp_slow_start_after_idle
    echo 1 > tcp_no_metrics_save
    echo 1 > /proc/sys/net/ipv6/conf/all/disable_ipv6' 2> /dev/null || true
}

up() {
  local n=$1 delay=0us rate=0 host
  shift
  while [ $# -gt 0 ]; do
    case $1 in
      --delay) delay=${2:-} ;;
      --rate) rate=${2:-} ;;
      *) die "unknown option $1 (see cluster.sh --help)" ;;
    esac
    shift 2 || die "an option lacks its value"
  done
  [ "$(id -u)" = 0 ] || die "needs root, to make network namespaces"
  [ -c /dev/net/tun ] || die "needs /dev/net/tun, for the interfaces of the hosts"
  if ! [ "$n" -ge 1 ] || [ "$n" -gt 250 ]; then die "invalid number of hosts: expected 1 to 250"; fi
  if [ -e "$state" ] || [ -n "$(hosts)" ]; then die "the cluster is already up; remove it with cluster.sh down"; fi
  delay=$(scaled "$delay" ns=1 us=1e3 ms=1e6)
  rate=$(scaled "$rate" kbit=1e3 mbit=1e6 gbit=1e9 =1)
  mkdir -p "$TESTBED_DIR"
  mkdir "$state" "$state/tmp" # fails if another 'up' was faster
  trap 'status=$?; [ $status = 0 ] || down; exit $status' EXIT
  trap 'exit 130' INT TERM
  built vswitch
  echo "127.0.0.1 localhost" > "$state/hosts"
  for ((host = 0; host < n; host++)); do
    echo "$net.$((host + 1)) n$host" >> "$state/hosts"
    ip netns add "$TESTBED_PREFIX$host"
  done
  start_switch "$delay" "$rate"
  for ((host = 0; host < n; host++)); do configure_host "$host" "$n"; done
  echo "hosts=$n delay=${delay}ns rate=${rate}bit/s" > "$state/config"
  trap - EXIT INT TERM
}

# agent HOST COMMAND...: mpirun's command to start processes on a host. Joins the host's network,
# and has its own host name, /etc/hosts and /dev/shm.
agent() {
  local host=$1
  shift
  # shellcheck disable=SC2016
  exec nsenter --net="/run/netns/$TESTBED_PREFIX${host#n}" unshare --uts --mount --ipc sh -c '
    hostname "$1" && mount --bind "$2" /etc/hosts &&
      mount -t tmpfs -o size=2g tmpfs /dev/shm || exit 1
    shift 2
    exec sh -c "$*"' agent "$host" "$state/hosts" "$@"
}

run() {
  [ -f "$state/config" ] || die "the cluster is not up; make it with cluster.sh up N"
  local m ppn=1 time_limit=300 ranks=() preload=${LD_PRELOAD:-} nice=() exported=() host argument
  m=$(hosts | wc -l)
  unset LD_PRELOAD
  while :; do
    case ${1:-} in
      --hosts) m=$2 ;;
      --ppn) ppn=$2 ;;
      --timeout) time_limit=$2 ;;
      --nice) nice=(nice -n "$2") ;;
      --block)
        built blockpoll.so -shared -fPIC
        exported=(-x "BLOCKPOLL_US=$2")
        preload=$TESTBED_DIR/blockpoll.so${preload:+:$preload}
        ;;
      *) break ;;
    esac
    shift 2
  done
  local through=()
  read -ra through <<< "${TESTBED_THROUGH:-}"
  if [ -n "$preload" ]; then
    if [ ${#through[@]} -gt 0 ]; then
      through=(env "LD_PRELOAD=$preload" "${through[@]}")
    else
      exported+=(-x "LD_PRELOAD=$preload")
    fi
  fi
  ranks=(-np $((m * ppn)))
  for argument in "$@"; do
    case $argument in -np | -n | -c | --np) ranks=() ;; esac
  done
  local hostfile status=0
  hostfile=$(mktemp "$state/tmp/hosts.XXXXXX")
  for ((host = 0; host < m; host++)); do echo "n$host slots=$ppn"; done > "$hostfile"
  export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
  local command=("${nice[@]}" timeout -k 5 "$time_limit" "${through[@]}" mpirun --hostfile "$hostfile"
    --bind-to none --mca plm rsh --mca plm_rsh_agent "$self agent" --mca plm_rsh_no_tree_spawn 1
    --mca orte_tmpdir_base "$state/tmp" --mca oob_tcp_if_include "$net.0/24"
    --mca btl_tcp_if_include "$net.0/24" --mca pml ob1 --mca btl "self,vader,tcp"
    --mca mpi_yield_when_idle 1 "${exported[@]}" "${ranks[@]}" "$@")
  (agent n0 "$(printf '%q ' "${command[@]}")") || status=$?
  rm -f "$hostfile"
  return $status
}

case ${1:-} in
  up) shift && { [ $# -ge 1 ] || die "up needs the number of hosts"; } && up "$@" ;;
  run) shift && run "$@" ;;
  agent) shift && agent "$@" ;;
  exec) agent "$2" "$(printf '%q ' "${@:3}")" ;;
  status) cat "$state/config" 2> /dev/null || echo down ;;
  down) down ;;
  -h | --help) usage ;;
  *) usage >&2 && exit 2 ;;
esac
