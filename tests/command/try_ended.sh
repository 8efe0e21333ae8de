#!/usr/bin/env bash
# try_ended.sh COMMAND: whatever ends `allfold try` or a run of it, all processes of that run end, and no others.
set -euo pipefail
# shellcheck source=try_out/launcher.sh
. "$(dirname "$0")/try_out/launcher.sh"
export STARTED=$directory/started DAEMON=$directory/daemon TOLD=$directory/told

# What a failed test leaves running.
end_all() {
  while read -r process; do kill -KILL "$process" 2> /dev/null || true; done < <(cat "$STARTED" "$DAEMON" 2> /dev/null)
  rm -rf "$directory"
}
trap end_all EXIT

# A wrapper that stays, as sites have them.
cat > "$directory/bin/mpirun-wrapped" << 'END'
#!/bin/sh
[ "$1" != --version ] || exec mpirun --version
mpirun "$@"
echo done
END
# A launcher that itself ends its ranks, which are in sessions of their own.
cat > "$directory/bin/mpirun-orderly" << 'END'
#!/bin/bash
[ "$1" != --version ] || exec mpirun --version
trap 'echo launcher >> "$TOLD"; sleep 0.3; kill -KILL $rank; exit 143' TERM
setsid bash -c 'echo $$ >> "$STARTED"; trap "echo rank >> $TOLD" TERM; while :; do sleep 0.05; done' &
rank=$!
while :; do wait; done
END
chmod +x "$directory/bin/mpirun-wrapped" "$directory/bin/mpirun-orderly"

is_running() { [ -e "/proc/$1" ] && ! grep -qs '^State:.[ZX]' "/proc/$1/status"; }
# all_end: all processes that a run has noted in $STARTED are gone.
all_end() {
  [ -s "$STARTED" ] || fail "no program was started"
  while read -r process; do
    ! is_running "$process" || fail "process $process goes on: $(tr '\0' ' ' < "/proc/$process/cmdline")"
  done < "$STARTED"
  [ -z "$(ls -A)" ] || fail "left behind: $(ls -A)"
}
begins() {
  until [ "$(wc -l < "$STARTED")" -ge "$1" ]; do sleep 0.05; done
}
# ends SIGNAL PROCESSES ARGUMENT...: it ends by that signal, sent when so many processes of the run have noted
# themselves. A shell has its background processes ignore SIGINT.
ends() {
  local signal=$1 processes=$2 status=0 tried
  shift 2
  : > "$NOTES"
  : > "$STARTED"
  echo "+ allfold try $* and SIG$signal"
  env --default-signal=INT --default-signal=QUIT "$allfold" try "$@" < /dev/null > "$directory/out" 2> "$directory/err" &
  tried=$!
  begins "$processes"
  kill "-$signal" $tried
  wait $tried || status=$?
  [ $status = $((128 + $(kill -l "$signal"))) ] || fail "status $status after SIG$signal"
  all_end
}

stays='echo $$ >> "$STARTED"; exec sleep 1000'

echo "whatever signal comes: what there is, and no process left behind"
for signal in INT TERM HUP QUIT USR1; do
  for launcher in mpirun mpirun-wrapped; do
    ends $signal 1 --runs 2 "$launcher" sh -c "[ \$(wc -l < \$NOTES) -lt 3 ] || { $stays; }"
    says '^allfold try: solver, .*: 1 run each way, in turns, of 2 asked for$'
  done
done

echo "a run that has no end"
: > "$STARTED"
for launcher in mpirun mpirun-wrapped; do
  tries 1 --runs 2 --timeout 0.2s "$launcher" sh -c "[ \$WAY = native ] || { $stays; }" < /dev/null
  ran native allfold
  says '^The program fails with Allfold only: no end within '
  all_end
done

echo "a launcher ends its ranks itself: they are not told"
: > "$TOLD"
ends TERM 1 mpirun-orderly sh -c :
[ "$(cat "$TOLD")" = launcher ] || fail "told: $(xargs < "$TOLD")"

echo "a launcher in a group of its own is told, even if nothing passes the signal on"
: > "$TOLD"
printf '#!/bin/sh\nsetsid mpirun-orderly "$@"\necho done\n' > "$directory/bin/mpirun-in-session"
chmod +x "$directory/bin/mpirun-in-session"
ends TERM 1 mpirun-in-session sh -c :
[ "$(cat "$TOLD")" = launcher ] || fail "told: $(xargs < "$TOLD")"

echo "processes that ignore the signal, and orphans in sessions of their own, are killed"
ends TERM 2 --runs 1 mpirun-wrapped sh -c "
  (setsid sh -c 'trap \"\" TERM; $stays' &)
  trap '' TERM
  $stays"

echo "what a run that came to its end has left running goes on, with all that it starts, and so does what is not a run's"
sleep 1000 > /dev/null 2>&1 &
echo $! > "$DAEMON"
ends TERM 1 --runs 2 mpirun-wrapped sh -c "
  [ \$WAY = native ] || { touch $directory/second; until [ -e $directory/helper ]; do sleep 0.02; done; $stays; }
  daemon='echo \$\$ >> \$DAEMON; (sleep 1000 & echo \$! >> \$DAEMON); touch $directory/helper; exec sleep 1000'
  (until [ -e $directory/second ]; do sleep 0.02; done; sleep 0.1; exec setsid sh -c \"\$daemon\") > /dev/null 2>&1 &"
[ "$(wc -l < "$DAEMON")" = 3 ] || fail "the daemon has not started its own process"
for process in $(cat "$DAEMON"); do
  is_running "$process" || fail "process $process was ended"
  kill "$process"
done

python3 -c '' 2> /dev/null || exit 0
# on_terminal MODE: what happens on a terminal, where the run is in the foreground.
on_terminal() {
  : > "$NOTES"
  : > "$STARTED"
  python3 "$tests/try_out/on_terminal.py" "$1" "$STARTED" "$directory/out" "$allfold" try --runs 1 mpirun-wrapped "${@:2}" ||
    fail "on a terminal: $1"
  all_end
}

echo "Ctrl-C on a terminal prints what there is"
on_terminal interrupt sh -c "[ \$WAY = native ] || { $stays; }"
says 'allfold try: solver, .*: 0 runs each way'
echo "a terminal that is closed ends the run"
on_terminal close sh -c "$stays"
echo "Ctrl-Z stops all, and all go on"
on_terminal suspend sh -c 'echo $$ >> "$STARTED"; sleep 2'
says 'allfold try: solver, .*: 1 run each way'
