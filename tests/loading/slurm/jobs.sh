#!/bin/bash
# jobs.sh COMMAND PROGRAM: programs of Open MPI that `allfold run` starts in a real Slurm of four nodes (slurm.sh), by
# srun and by mpirun, in all kinds of jobs. Exits with 77 where slurm.sh does. MPIEXEC is the launcher of the MPI library.
# Nodes of this machine reach each other by its loopback device only.
export OMPI_MCA_btl_tcp_if_include=lo OMPI_MCA_oob_tcp_if_include=lo OMPI_MCA_pml=ob1
export OMPI_MCA_mpi_yield_when_idle=1 OMPI_MCA_btl_vader_single_copy_mechanism=none
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
. "$(dirname "$0")/in_slurm.sh"
allfold=$1 program=$2

echo "=== srun, on one, two and four nodes"
served 2 "$allfold" run -- srun -N 1 -n 2 "$program"
grep -qE "^allfold run: Slurm [0-9.]+: (env .*)?srun --export=ALL,LD_PRELOAD=" err || fail "not said"
served 4 "$allfold" run -- srun -N 2 --ntasks-per-node=2 "$program"
served 4 "$allfold" run -- srun -N 4 "$program"
refused 5 '^srun: error: .*Exited with exit code 5' "$allfold" run -- srun -n 1 sh -c 'exit 5'

echo "=== what srun exports"
for option in --export=ALL --export=HOME --expor=HOME '--export HOME' '--exp=NONE --export HOME,PATH'; do
  # shellcheck disable=SC2086
  served 2 "$allfold" run -- srun $option -N 1 -n 2 "$program"
done
served 2 env SRUN_EXPORT_ENV=HOME SLURM_EXPORT_ENV=NONE "$allfold" run -- srun -N 1 -n 2 "$program"
served 2 env SLURM_EXPORT_ENV=NONE "$allfold" run -- srun -N 2 "$program"
refused 2 "^allfold run: --export=NONE: " "$allfold" run -- srun --export=HOME --expo=NONE -N 1 -n 2 "$program"
# A list has no more than its variables, and what Allfold needs.
run env FORGOTTEN=1 KEPT=1 "$allfold" run -- srun --export=KEPT -n 1 /usr/bin/env
grep -qx KEPT=1 out || fail "a variable of the list is missing"
! grep -q ^FORGOTTEN= out || fail "a variable is exported that the list does not name"

echo "=== batch jobs"
batch -N 2 --ntasks-per-node=2 << TEXT
#!/bin/sh
export ${fixed[*]:1}
exec "$allfold" run -- srun "$program"
TEXT
expect_served
grep -qx 'allfold: statistics of 4 ranks' err || fail "not on 4 ranks"
batch -N 2 --ntasks-per-node=2 << TEXT
#!/bin/sh
export ${fixed[*]:1}
exec "$allfold" run -- "$MPIEXEC" -n 4 "$program"
TEXT
expect_served
grep -qx 'allfold: statistics of 4 ranks' err || fail "not on 4 ranks"
batch -N 1 -n 2 --export=HOME,PATH << TEXT
#!/bin/sh
export ${fixed[*]:1}
exec "$allfold" run -- srun "$program"
TEXT
expect_served

echo "=== arrays"
batch -N 1 -n 2 --array=1-2 -o "$directory/%a.out" -e "$directory/%a.err" << TEXT
#!/bin/sh
export ${fixed[*]:1}
exec "$allfold" run -- srun "$program"
TEXT
for element in 1 2; do
  mv $element.out out
  mv $element.err err
  expect_served
done

echo "=== profiles of several jobs"
batch -N 1 -n 2 --array=1-2 << TEXT
#!/bin/sh
exec "$allfold" run --profile "$directory/of-%j.json" -- srun "$program"
TEXT
[ "$(find . -name 'of-[0-9]*.json' | wc -l)" = 2 ] || fail "not one profile for each job: $(ls)"
run env TMPDIR="$directory" "$allfold" run --profile "$directory/nowhere/profile.json" -- \
  srun -N 2 "$program"
grep -qE '; the profile is in .* on node n[1-4]$' err || fail "it is not said on which node the profile is"

echo "=== tasks that are jobs of their own"
# Without these variables Open MPI does not know that srun has started it.
run "$allfold" run -- srun --mpi=none -N 1 -n 3 env -u SLURM_NODELIST -u SLURM_STEPID -u SLURM_JOBID "$program"
[ "$(grep -c '^allfold: warning: .*: the launcher has started 3 ranks, but MPI_COMM_WORLD has one: ' err)" = 1 ] ||
  fail "not said once"
run "$allfold" run --quiet -- srun --mpi=none -N 1 -n 3 env -u SLURM_NODELIST -u SLURM_STEPID -u SLURM_JOBID "$program"
[ ! -s err ] || fail "said although nothing was asked"
for silent in 'srun -n 1' "srun -n 1 $MPIEXEC -n 1"; do
  run "$allfold" run -- $silent "$program"
  ! grep -q 'MPI_COMM_WORLD has one' err || fail "said of a single rank"
done

echo "=== allfold doctor"
run srun -n 1 "$allfold" doctor
grep -qE '^ok +launcher: /.*srun, Slurm [0-9.]+, --mpi=pmix$' out || fail "the doctor does not know srun"
run srun -n 1 env SLURM_MPI_TYPE=none "$allfold" doctor
grep -qE '^note +launcher: .*by default \(--mpi=none\)' out || fail "the doctor accepts --mpi=none"

echo "=== interactive jobs"
served 4 salloc --quiet -N 2 --ntasks-per-node=2 "$allfold" run -- srun "$program"

echo "=== steps of several programs"
printf '0-1 %s\n2 %s again\n' "$program" "$program" > programs
served 3 "$allfold" run -- srun -n 3 --multi-prog programs
served 2 salloc --quiet -N 1 -n 1 : -N 1 -n 1 \
  "$allfold" run -- srun --het-group=0 -n 1 "$program" : --het-group=1 -n 1 "$program"

echo "=== TaskProlog"
# It speaks last: Slurm sets what it prints.
printf '#!/bin/sh\necho export ALLFOLD_ALLREDUCE=ring\n' > prolog
chmod +x prolog
run "$allfold" run --stats -- srun -N 1 -n 2 --task-prolog="$directory/prolog" "$program"
[ "$(calls_counted allreduce '^ring')" = "$(calls_made allreduce)" ] || fail "the prolog's variable is not in force"

echo "=== scancel"
"$allfold" run -- srun -N 1 -n 2 --job-name=endless sleep 1000 > out 2> err &
has_state() { [ "$(squeue -h --name=endless -o %T)" = "$1" ]; }
for _ in {1..200}; do ! has_state RUNNING || break; sleep 0.1; done
has_state RUNNING || fail "the job does not start"
scancel --name=endless
status=0
wait $! || status=$?
[ $status != 0 ] || fail "exit status 0 of a job that was cancelled"
for _ in {1..200}; do ! has_state "" || break; sleep 0.1; done
has_state "" || fail "the job is not over"
