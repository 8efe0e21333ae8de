#!/bin/bash
# profiled.sh PROGRAM [PRELOADED]: a PMPI tool and Allfold together, each of them preloaded or linked with the
# program. Both see every call of the program, and the tool sees none of Allfold's own calls.
. "$(dirname "$0")/common.sh"
program=$1 preloaded=${2:-}
case $MPIRUN,$program in
  *" hydra "*,*mpifh*) echo "skipped: MPICH's Fortran calls MPI_X, so this tool counts twice, natively, too" && exit 77 ;;
esac

run_served $MPIRUN ${preloaded:+-x LD_PRELOAD="$preloaded"} -n 3 "$program"
expect_counted_by_tool
