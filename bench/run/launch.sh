# shellcheck shell=bash
# To be sourced: how the scripts of this folder start MPI programs.

# Open MPI refuses to run as root unless told so. Programs get one thread per rank.
if [ "$(id -u)" = 0 ]; then
  export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
fi
cores=$(env -u OMP_NUM_THREADS nproc)
export OMP_NUM_THREADS=1

# Whether a rank that waits lets others use its core, even where there are no more ranks than cores.
idle_ranks_yield=no

# launcher_of RANKS: sets `launcher` to what starts a program on so many ranks.
launcher_of() {
  local ranks=$1
  launcher=(mpirun --map-by :OVERSUBSCRIBE)
  # Each rank has a processor of its own, if there are so many: the system may leave two of them on one otherwise,
  # where a call takes a hundred times as long, or as long as other programs let it.
  if [ "$ranks" -gt "$cores" ]; then launcher+=(--bind-to none); else launcher+=(--bind-to core:overload-allowed); fi
  if [ "$ranks" -gt "$cores" ] || [ $idle_ranks_yield = yes ]; then
    launcher+=(--mca mpi_yield_when_idle 1)
  fi
  launcher+=(-np "$ranks")
}

# launch RANKS MPIRUN_OPTION... -- COMMAND...
launch() {
  local ranks=$1 launcher=() status=0
  shift
  launcher_of "$ranks"
  while [ "$1" != -- ]; do
    launcher+=("$1")
    shift
  done
  shift
  timeout --foreground --kill-after=10 "$time_limit" "${launcher[@]}" "$@" < /dev/null || status=$?
  [ $status != 124 ] || echo "did not end within $time_limit seconds: $*" >&2
  return $status
}
time_limit=900

# avoid_forbidden_single_copy [COMMAND...]: containers often forbid the system call with which Open MPI
# copies long messages between processes; it then complains for every message instead of choosing
# another way. The command is an MPI program that sends long messages; by default `allfold bench`.
avoid_forbidden_single_copy() {
  [ -z "${OMPI_MCA_btl_vader_single_copy_mechanism+set}${OMPI_MCA_smsc+set}" ] || return 0
  [ $# -gt 0 ] || set -- "${target_allfold_command:?}" bench --sizes 1m --seconds 0 \
    --collective reduce --algorithm native --timing back-to-back
  launch 2 -- "$@" 2>&1 | grep -q 'Read -1, expected' || return 0
  # Open MPI 4.1, and Open MPI 5.
  export OMPI_MCA_btl_vader_single_copy_mechanism=none OMPI_MCA_smsc=^cma
  echo "This system forbids single-copy messages between processes: Open MPI runs without them."
}
