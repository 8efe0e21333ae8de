#!/bin/bash
# of_mpich.sh COMMAND PROGRAM PROGRAM-WITHOUT-FINALIZE: programs of MPICH that `allfold run` starts in a real Slurm
# (slurm.sh) by srun, which gives them PMI-2. Exits with 77 where slurm.sh does. On several nodes they are linked with
# no_finalize.c.
. "$(dirname "$0")/in_slurm.sh"
allfold=$1 program=$2 without_finalize=$3

echo "=== srun"
served 2 "$allfold" run -- srun --mpi=pmi2 -N 1 -n 2 "$program"
export SLURM_MPI_TYPE=pmi2
served 3 "$allfold" run -- srun -N 1 -n 3 "$program"
served 2 "$allfold" run -- srun --export=HOME -N 1 -n 2 "$program"

echo "=== srun, on several nodes"
served 2 "$allfold" run -- srun -N 2 "$without_finalize"
served 4 "$allfold" run -- srun -N 2 --ntasks-per-node=2 "$without_finalize"
served 4 "$allfold" run -- srun -N 4 "$without_finalize"

echo "=== batch jobs"
batch -N 1 -n 2 << TEXT
#!/bin/sh
export ${fixed[*]:1}
exec "$allfold" run -- srun "$program"
TEXT
expect_served
grep -qx 'allfold: statistics of 2 ranks' err || fail "not on 2 ranks"

echo "=== allfold doctor"
# The launcher in PATH may be that of another MPI library, which is a problem.
srun -n 1 "$allfold" doctor > out 2> err || true
grep -qE '^ok +launcher: /.*srun, Slurm [0-9.]+, --mpi=pmi2$' out || fail "the doctor does not know srun"
srun -n 1 env SLURM_MPI_TYPE=none "$allfold" doctor > out 2> err || true
grep -qE '^note +launcher: .*by default \(--mpi=none\) .*; use srun --mpi=pmi2$' out || fail "the doctor accepts --mpi=none"

echo "=== tasks that are jobs of their own"
run "$allfold" run -- srun --mpi=none -N 1 -n 3 "$program"
[ "$(grep -c '^allfold: warning: .*: the launcher has started 3 ranks, but MPI_COMM_WORLD has one: ' err)" = 1 ] ||
  fail "not said once"
