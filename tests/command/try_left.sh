#!/usr/bin/env bash
# try_left.sh COMMAND NO-KILL: `allfold try` does not wait for ever for a launcher that it cannot end, and names it. Runs
# for half a minute.
set -euo pipefail
no_kill=$(realpath "$2")
# shellcheck source=try_out/launcher.sh
. "$(dirname "$0")/try_out/launcher.sh"
export STARTED=$directory/started

# The processes that cannot be ended get no signal.
end_all() {
  while read -r process; do kill -KILL "$process" 2> /dev/null || true; done < <(cat "$STARTED" 2> /dev/null)
  rm -rf "$directory"
}
trap end_all EXIT

# try_without_kill ARGUMENT...: starts `allfold try` in the background; `launcher` is the process of its launcher. The
# launcher is not given the library.
try_without_kill() {
  : > "$STARTED"
  env --default-signal=INT LD_PRELOAD="$no_kill" "$allfold" try "$@" mpirun sh -c 'echo $$ >> "$STARTED"; exec sleep 1000' \
    < /dev/null > "$directory/out" 2> "$directory/err" &
  tried=$!
  until [ -s "$STARTED" ]; do sleep 0.05; done
  launcher=$(head -n 1 "$STARTED")
}
# ends_with STATUS
ends_with() {
  local status=0
  wait $tried || status=$?
  [ $status = "$1" ] || fail "status $status instead of $1"
  grep -qE "warning: processes of the run cannot be ended: $launcher; see 'ps -fp $launcher'" "$directory/err" ||
    fail "process $launcher is not named: $(cat "$directory/err")"
  kill -KILL "$launcher"
}

echo "a run that has no end"
try_without_kill --runs 2 --timeout 0.2s
ends_with 1
says '^The program fails natively, too: no end within '

echo "a signal"
try_without_kill --runs 2
kill -TERM $tried
ends_with $((128 + $(kill -l TERM)))
