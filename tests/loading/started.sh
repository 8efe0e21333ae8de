#!/bin/bash
# started.sh COMMAND PROGRAM: an unchanged MPI program, started by `allfold run` with the launcher of the MPI library.
. "$(dirname "$0")/common.sh"
allfold=$1 program=$2

# The launcher with the flags of the tests.
printf '#!/bin/sh\nexec %s "$@"\n' "$MPIRUN" > "$directory/mpirun"
chmod +x "$directory/mpirun"

run_served "$allfold" run --stats -- "$directory/mpirun" -n 3 "$program"
grep -q "^allfold run: .*LD_PRELOAD" "$directory/err" || fail "it is not said what was started"
run "$allfold" run --quiet -- "$directory/mpirun" -n 2 "$program"
expect_right_results
! grep -q '^allfold: ' "$directory/err" || fail "statistics without --stats"

status=0
"$allfold" run -- "$directory/mpirun" -n 1 sh -c 'exit 5' > "$directory/out" 2> "$directory/err" || status=$?
[ $status = 5 ] || fail "exit status $status instead of 5"

# However much of the environment Hydra passes on.
[[ $MPIRUN = *' hydra '* ]] || exit 0
for words in -genvall -genvnone '-genvlist HOME' -envall -envnone '-envlist HOME' '-genv A b' '-env A b'; do
  # shellcheck disable=SC2086
  run_served "$allfold" run --stats -- "$directory/mpirun" $words -n 2 "$program"
done
run_served "$allfold" run --stats -- "$directory/mpirun" -genvnone -n 1 "$program" : -envnone -n 1 "$program"
