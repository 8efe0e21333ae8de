#!/bin/bash
# mismatch_ends_job.sh PROGRAM: if ranks make different calls and the program handles no errors, the job ends, and one
# line names the two calls. The environment contains MPIRUN, with its flags.
set -euo pipefail
program=$1
# shellcheck source=../../said.sh
. "$(dirname "$0")/../../said.sh"
status=0
# shellcheck disable=SC2086 # MPIRUN is a command with its flags
$MPIRUN -n 2 "$program" > "$directory/out" 2>&1 || status=$?
[ $status != 0 ] || fail "the job does not fail"
[ $status != 124 ] || fail "the job hangs"
says 'MPI_ERR_TRUNCATE'
says_in_lines 1 '^allfold: error: rank [01] of 2: MPI_Allreduce of [56] elements of 4 bytes by MPI_SUM: rank [01] makes a different call, MPI_Allreduce of [56] elements of 4 bytes by MPI_SUM: all ranks must make the same call; correct the program$'
says_in_lines 1 '^allfold: '
