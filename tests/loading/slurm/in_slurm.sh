# Sourced by the tests with a real Slurm, with their arguments: everything after that runs beside a Slurm of
# four nodes (slurm.sh), in an empty folder. Exits with 77 where slurm.sh does.
# shellcheck shell=bash
here=$(cd "$(dirname "$0")" && pwd)
. "$here/../common.sh"
if [ -z "${SLURM_CONF_OF_TEST:-}" ]; then
  for name in $(compgen -v SLURM_ || true) $(compgen -v SRUN_ || true); do unset "$name"; done
  status=0
  SLURM_CONF_OF_TEST=yes timeout -k 5 170 "$here/slurm.sh" "$directory/slurm" 4 "$0" "$@" || status=$?
  exit $status
fi
cd "$directory"
fixed=(env ALLFOLD_STATS=1 ALLFOLD_ALLREDUCE=binary-tree ALLFOLD_REDUCE=binary-tree)

# served RANKS COMMAND...: it runs the program once, on so many ranks that Allfold serves.
served() {
  local ranks=$1
  shift
  run "${fixed[@]}" "$@"
  expect_served
  grep -qx "allfold: statistics of $ranks ranks" err || fail "not on $ranks ranks"
}

# refused STATUS PATTERN COMMAND...
refused() {
  local expected=$1 pattern=$2 status=0
  shift 2
  echo "+ $*"
  "$@" > out 2> err || status=$?
  [ $status = "$expected" ] || fail "exit status $status instead of $expected"
  grep -qE "$pattern" err || fail "no '$pattern'"
}

# batch NAME OPTIONS...: submits the script on standard input, waits, and leaves its output in out and err.
batch() {
  cat > job.sh
  echo "+ sbatch $*"
  sbatch --quiet --wait -o "$directory/out" -e "$directory/err" "$@" job.sh > submitted 2>&1 ||
    fail "exit status $? of sbatch: $(cat submitted)"
}
