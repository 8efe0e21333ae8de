#!/usr/bin/env bash
# slurm.sh FOLDER NODES COMMAND [ARGUMENT...]: runs a command beside a Slurm of its own, all nodes of which are on this
# machine.
#
# Needs root, Debian's packages slurmctld, slurmd and munge, and namespaces; exits with 77 if one of them is missing.
# The daemons keep their files and logs in FOLDER, listen to 127.0.0.1 only, and end with the command, as do its jobs.
# Otherwise the exit status is that of the command, in whose environment SLURM_CONF names the configuration. Nodes n1,
# n2, ... have four processors each, a host name of their own, and a /dev/shm of their own.
set -euo pipefail

for tool in slurmctld slurmd munged srun sbatch unshare; do
  command -v "$tool" > /dev/null || { echo "skipped: no $tool: install slurmctld, slurmd and munge"; exit 77; }
done
[ "$(id -u)" = 0 ] || { echo "skipped: Slurm's daemons need root"; exit 77; }

# The second half runs as the first process of its own namespaces: all processes and mounts end with it.
if [ "$1" != --inside ]; then
  if ! unshare --mount --uts --ipc --pid --fork --mount-proc true 2> /dev/null; then
    echo "skipped: this container does not allow namespaces"
    exit 77
  fi
  exec unshare --mount --pid --fork --kill-child --mount-proc "$0" --inside "$@"
fi
shift
folder=$(mkdir -p "$1" && cd "$1" && pwd -P) nodes=$2
shift 2

fail() { # fail WHAT: with the ends of the logs
  echo "slurm.sh: $1" >&2
  tail -n 20 "$folder"/*.log "$folder"/*.out >&2 || true
  exit 1
}

# until_true SECONDS COMMAND...
until_true() {
  local deadline=$((SECONDS + $1))
  shift
  until "$@"; do
    [ "$SECONDS" -lt "$deadline" ] || return 1
    sleep 0.05
  done
}

is_free() { ! (exec 3<> "/dev/tcp/127.0.0.1/$1") 2> /dev/null; }

# Other tests may start a Slurm at the same time. One port for the controller, and one for each node.
free_ports() {
  local first port attempt
  for attempt in {1..50}; do
    first=$((10000 + (RANDOM * 7 + attempt) % 20000))
    for ((port = first; port <= first + nodes; ++port)); do is_free "$port" || continue 2; done
    echo "$first"
    return
  done
  fail "no free ports"
}

# Munge refuses folders that others can write to, and jobs of other users go through this one.
chmod 755 "$folder"
export SLURM_CONF=$folder/slurm.conf
port=$(free_ports)
dd if=/dev/urandom of="$folder/munge.key" bs=128 count=1 status=none
chmod 600 "$folder/munge.key"
mkdir -p "$folder/state"
# pmix fails on the second node unless each node has a TmpFS of its own.
cat > "$SLURM_CONF" << TEXT
ClusterName=allfold
SlurmctldHost=$(hostname)(127.0.0.1)
SlurmctldPort=$port
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
CredType=cred/munge
AuthInfo=socket=$folder/munge.socket
StateSaveLocation=$folder/state
SlurmdSpoolDir=$folder/spool/%n
TmpFS=$folder/tmp/%n
SlurmctldPidFile=$folder/slurmctld.pid
SlurmdPidFile=$folder/slurmd-%n.pid
SlurmctldLogFile=$folder/slurmctld.log
SlurmdLogFile=$folder/slurmd-%n.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SchedulerParameters=sched_interval=1,batch_sched_delay=0
MpiDefault=pmix
SlurmdParameters=config_overrides
ReturnToService=2
KillWait=2
NodeName=n[1-$nodes] NodeHostname=localhost NodeAddr=127.0.0.1 Port=[$((port + 1))-$((port + nodes))] CPUs=4 RealMemory=1000 State=UNKNOWN
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE OverSubscribe=FORCE:8 State=UP
TEXT

munged --foreground --force --key-file="$folder/munge.key" --socket="$folder/munge.socket" \
  --pid-file="$folder/munge.pid" --log-file="$folder/munge.log" --seed-file="$folder/munge.seed" \
  > "$folder/munged.out" 2>&1 &
until_true 20 test -S "$folder/munge.socket" || fail "munged does not start"
slurmctld -D -c > "$folder/slurmctld.out" 2>&1 &
for ((node = 1; node <= nodes; ++node)); do
  mkdir -p "$folder/spool/n$node" "$folder/tmp/n$node"
  chmod 1777 "$folder/tmp/n$node"
  # Open MPI names its segments in /dev/shm by the host and the job: those of two nodes would be the same.
  # shellcheck disable=SC2016
  unshare --mount --uts --ipc sh -c \
    'hostname "$1" && mount -t tmpfs -o mode=1777,size=1g shm /dev/shm && exec slurmd -D -N "$1"' \
    sh "n$node" > "$folder/slurmd-n$node.out" 2>&1 &
done
are_idle() { [ "$(sinfo -h -N -t idle 2> /dev/null | wc -l)" = "$nodes" ]; }
until_true 60 are_idle || fail "the nodes do not become idle"
status=0
"$@" || status=$?
exit $status
