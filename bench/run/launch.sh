# shellcheck shell=bash
# To be sourced: starts MPI programs for the scripts of this folder.

# Open MPI refuses to run as root unless these variables are set. Programs get one thread per rank.
if [ "$(id -u)" = 0 ]; then
  export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
fi
cores=$(env -u OMP_NUM_THREADS nproc)
export OMP_NUM_THREADS=1

# Whether waiting ranks yield their cores even if there are no more ranks than cores.
idle_ranks_yield=no

# launcher_of RANKS: sets `launcher` to the command that starts a program on so many ranks.
launcher_of() {
  local ranks=$1
  launcher=(mpirun --map-by :OVERSUBSCRIBE)
  # Binds each rank to a processor of its own if there are enough. Otherwise the system may put two
  # ranks on one processor, where a call takes a hundred times as long or longer.
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

# avoid_forbidden_single_copy [COMMAND...]: switches off Open MPI's single copy if it does not work.
# Containers often forbid the system call by which Open MPI copies long messages between processes.
# Open MPI then complains about every message instead of choosing another method. The command is an
# MPI program that sends long messages; default: `allfold bench`.
avoid_forbidden_single_copy() {
  [ -z "${OMPI_MCA_btl_vader_single_copy_mechanism+set}${OMPI_MCA_smsc+set}" ] || return 0
  [ $# -gt 0 ] || set -- "${target_allfold_command:?}" bench --sizes 1m --seconds 0 \
    --collective reduce --algorithm native --timing back-to-back
  launch 2 -- "$@" 2>&1 | grep -q 'Read -1, expected' || return 0
  # The first variable is for Open MPI 4.1, the second one for Open MPI 5.
  export OMPI_MCA_btl_vader_single_copy_mechanism=none OMPI_MCA_smsc=^cma
  echo "This system forbids single-copy messages between processes: Open MPI runs without them."
}
