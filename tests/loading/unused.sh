#!/bin/bash
# unused.sh COMMAND PROGRAM USUAL: a job in which Allfold has seen no reduction prints a notice if statistics or
# another output was requested. PROGRAM is by_handle, USUAL is plain_c.
. "$(dirname "$0")/common.sh"
allfold=$1 program=$2 usual=$3
preload="-x LD_PRELOAD=$LIBRARY"
notice="^allfold: notice: by_handle: no reduction reached Allfold on rank 0: the program makes none, or looks "

says_once() { [ "$(grep -cE "$notice" "$directory/err")" = 1 ] || fail "not said once"; }
silent() { ! grep -q ' reached Allfold on rank 0' "$directory/err" || fail "it is said"; }

for what in all none; do
  run $MPIRUN $preload -n 3 "$program" $what
  [ ! -s "$directory/err" ] || fail "not silent when nothing was asked"
  for setting in ALLFOLD_STATS=1 ALLFOLD_PROFILE="$directory/profile.json" ALLFOLD_MODE=compare ALLFOLD_UNUSED=say; do
    run $MPIRUN $preload -x $setting -n 3 "$program" $what
    says_once
  done
done
expect_right_results

echo "where reductions were seen, and in other programs"
run $MPIRUN $preload -x ALLFOLD_UNUSED=say -n 3 "$usual"
[ ! -s "$directory/err" ] || fail "not silent"
run $MPIRUN $preload -x ALLFOLD_UNUSED=say -n 3 "$program" life
silent
run $MPIRUN $preload -x ALLFOLD_UNUSED=say -n 2 sh -c 'ls / > /dev/null; exec "$0" "$1"' "$program" all
says_once
run $MPIRUN $preload -x ALLFOLD_UNUSED=say -n 2 ls /
silent

echo "allfold run"
printf '#!/bin/sh\nexec %s "$@"\n' "$MPIRUN" > "$directory/mpirun"
chmod +x "$directory/mpirun"
run "$allfold" run -- "$directory/mpirun" -n 2 "$program" all
says_once
run "$allfold" run -- "$directory/mpirun" -n 2 "$usual"
silent
run "$allfold" run --quiet -- "$directory/mpirun" -n 2 "$program" all
silent
