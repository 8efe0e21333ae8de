#!/usr/bin/env bash
# Starts the programs of the tests, with one syntax for the launchers of all MPI libraries:
#
#   mpirun.sh LAUNCHER MPIEXEC [--timeout SECONDS] [--by-network] CONTEXT [: CONTEXT]...
#   mpirun.sh LAUNCHER MPIEXEC --version
#
# LAUNCHER is how MPIEXEC is spoken to: orte (Open MPI 4), prrte (Open MPI 5) or hydra (MPICH). A CONTEXT is
# [-n RANKS] [-x NAME=VALUE]... PROGRAM [ARGUMENT...]; -x sets a variable of its ranks only. More ranks than
# processors are welcome. With --by-network, ranks exchange messages by the network, whatever they share.
# Where there are several contexts, each begins with -n. Other options that come before the first one go to MPIEXEC
# as they are.
set -euo pipefail

has_several() { # has_several CONTEXT [: CONTEXT]...
  local word
  for word; do [ "$word" != : ] || return 0; done
  return 1
}

ranks_of() { # ranks_of CONTEXT : CONTEXT...: of all of them, each of which begins with -n RANKS
  local ranks=0
  while [ $# -gt 0 ]; do
    ranks=$((ranks + $2))
    while [ $# -gt 0 ] && [ "$1" != : ]; do shift; done
    shift || true
  done
  echo "$ranks"
}

# A rank of several contexts runs the program of its own.
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

# Looking for adapters that have messages of their own takes Open MPI 0.2 s a start, where there are none.
export OMPI_MCA_pml=${OMPI_MCA_pml:-ob1}
# And each job that fails 1 or 2 s, in which ranks that are told to end may do so themselves.
export OMPI_MCA_odls_base_sigkill_timeout=${OMPI_MCA_odls_base_sigkill_timeout:-0}
export PRTE_MCA_odls_base_sigkill_timeout=${PRTE_MCA_odls_base_sigkill_timeout:-0}

common=()
case $launcher in
  orte)
    export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
    # A job that ends removes the folder of all jobs, if it is empty, while another one may be about to use it.
    read -r host < /proc/sys/kernel/hostname
    stays=${TMPDIR:-/tmp}/ompi.${host%%.*}.$EUID/stays
    [ -d "$stays" ] || mkdir -p "$stays"
    # In containers there is no ptrace, which a single copy takes.
    common=(--oversubscribe --bind-to none --mca mpi_yield_when_idle 1
      --mca btl_vader_single_copy_mechanism none)
    by_network=(--mca btl 'tcp,self')
    ;;
  prrte)
    export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
    common=(--map-by :OVERSUBSCRIBE --bind-to none --mca mpi_yield_when_idle 1 --mca smsc ^cma)
    by_network=(--mca btl 'tcp,self')
    # All ranks are on this machine; not all of its addresses need to be ones that it reaches itself by.
    common+=(--mca btl_tcp_if_include lo)
    ;;
  hydra)
    # Of these, each library takes what its device knows: UCX or libfabric.
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
  # Open MPI 5.0.7's prterun ends in a segmentation fault where it meets the ":" of several contexts.
  contexts=()
  for word; do
    [ "$word" != : ] || word=--then
    contexts+=("$word")
  done
  exec "$mpiexec" "${common[@]}" "${words[@]}" -n "$(ranks_of "$@")" "$0" --of-contexts "${contexts[@]}"
fi
[ "$launcher" = hydra ] || exec "$mpiexec" "${common[@]}" "${words[@]}" "$@"

# Hydra's words for -x; those of programs stay as they are.
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
