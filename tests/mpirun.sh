#!/usr/bin/env bash
# Starts the programs of the tests, with one syntax for the launchers of all MPI libraries:
#
#   mpirun.sh LAUNCHER MPIEXEC [--timeout SECONDS] [--by-network] CONTEXT [: CONTEXT]...
#   mpirun.sh LAUNCHER MPIEXEC --version
#
# LAUNCHER is the kind of MPIEXEC: orte (Open MPI 4), prrte (Open MPI 5) or hydra (MPICH). A CONTEXT is [-n RANKS] [-x
# NAME=VALUE]... PROGRAM [ARGUMENT...]; -x sets a variable of its ranks only. There may be more ranks than processors.
# With --by-network, ranks exchange messages over the network even if they share memory. If there are several
# contexts, each begins with -n. Other options before the first context are passed to MPIEXEC unchanged.
set -euo pipefail

has_several() { # has_several CONTEXT [: CONTEXT]...
  local word
  for word; do [ "$word" != : ] || return 0; done
  return 1
}

ranks_of() { # ranks_of CONTEXT : CONTEXT...: the number of ranks of all contexts, each of which begins with -n RANKS
  local ranks=0
  while [ $# -gt 0 ]; do
    ranks=$((ranks + $2))
    while [ $# -gt 0 ] && [ "$1" != : ]; do shift; done
    shift || true
  done
  echo "$ranks"
}

# In a job of several contexts, each rank runs the program of its context.
if [ "$1" = --of-contexts ]; then
  shift
  rank=$OMPI_COMM_WORLD_RANK
  while [ "$rank" -ge "$2" ]; do
    rank=$((rank - $2))
    while [ "$1" != --then ]; do shift; done
    shift
  done
  shift 2
  variables=() words=()
  while [ "$1" = -x ]; do
    variables+=("$2")
    shift 2
  done
  while [ $# -gt 0 ] && [ "$1" != --then ]; do
    words+=("$1")
    shift
  done
  exec env "${variables[@]}" "${words[@]}"
fi

launcher=$1 mpiexec=$2
shift 2

# Without adapters for matched messages, the search for them takes Open MPI 0.2 s per start.
export OMPI_MCA_pml=${OMPI_MCA_pml:-ob1}
# Each failing job would wait 1 or 2 s for its ranks to end by themselves.
export OMPI_MCA_odls_base_sigkill_timeout=${OMPI_MCA_odls_base_sigkill_timeout:-0}
export PRTE_MCA_odls_base_sigkill_timeout=${PRTE_MCA_odls_base_sigkill_timeout:-0}

common=()
case $launcher in
  orte)
    export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
    # A job that ends removes the common folder of all jobs, if it is empty, even if another job is about to use it.
    read -r host < /proc/sys/kernel/hostname
    stays=${TMPDIR:-/tmp}/ompi.${host%%.*}.$EUID/stays
    [ -d "$stays" ] || mkdir -p "$stays"
    # Containers forbid ptrace, which single copies need.
    common=(--oversubscribe --bind-to none --mca mpi_yield_when_idle 1
      --mca btl_vader_single_copy_mechanism none)
    by_network=(--mca btl 'tcp,self')
    ;;
  prrte)
    export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
    common=(--map-by :OVERSUBSCRIBE --bind-to none --mca mpi_yield_when_idle 1 --mca smsc ^cma)
    by_network=(--mca btl 'tcp,self')
    # All ranks are on this machine, which may be unable to reach itself at some of its addresses.
    common+=(--mca btl_tcp_if_include lo)
    ;;
  hydra)
    # Each library uses the variables of its device: UCX or libfabric.
    by_network=(-genv MPIR_CVAR_NOLOCAL 1 -genv UCX_TLS 'tcp,self' -genv FI_PROVIDER tcp)
    ;;
  *) echo "mpirun.sh: unknown launcher '$launcher': expected orte, prrte or hydra" >&2; exit 2 ;;
esac

words=()
while [ $# -gt 0 ]; do
  case $1 in
    --version) exec "$mpiexec" --version ;;
    --by-network) words+=("${by_network[@]}") ;;
    --timeout)
      if [ "$launcher" = hydra ]; then export MPIEXEC_TIMEOUT=$2; else words+=(--timeout "$2"); fi
      shift
      ;;
    *) break ;;
  esac
  shift
done
if [ "$launcher" = prrte ] && has_several "$@"; then
  # The prterun of Open MPI 5.0.7 crashes with a segmentation fault at the ":" between contexts.
  contexts=()
  for word; do
    [ "$word" != : ] || word=--then
    contexts+=("$word")
  done
  exec "$mpiexec" "${common[@]}" "${words[@]}" -n "$(ranks_of "$@")" "$0" --of-contexts "${contexts[@]}"
fi
[ "$launcher" = hydra ] || exec "$mpiexec" "${common[@]}" "${words[@]}" "$@"

# Hydra's syntax for -x; the arguments of programs are unchanged.
is_option=yes
while [ $# -gt 0 ]; do
  case $is_option,$1 in
    no,:) is_option=yes; words+=(:) ;;
    yes,-x) words+=(-env "${2%%=*}" "${2#*=}"); shift ;;
    yes,-n | yes,-np) words+=(-n "$2"); shift ;;
    *) is_option=no; words+=("$1") ;;
  esac
  shift
done
exec "$mpiexec" "${words[@]}"
