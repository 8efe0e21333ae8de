# shellcheck shell=bash
# shellcheck disable=SC2154,SC2034 # variables shared with launch.sh
# To be sourced: messages of the scripts in this folder while they work.

# Numbers are read and written with a decimal point, whatever the user's language is.
[ -z "${LC_ALL:-}" ] || { export LANG=$LC_ALL && unset LC_ALL; }
export LC_NUMERIC=C

# The time since the script began, as "[m:ss]".
elapsed() { printf '[%d:%02d]' $((SECONDS / 60)) $((SECONDS % 60)); }

step() { printf '\n%s %s\n' "$(elapsed)" "$*"; }

# logged FILE COMMAND...: runs the command with its output in FILE. Shows the last line of the
# output from time to time, and the end of the output if the command fails.
logged() {
  local log=$1 status=0 heart
  shift
  : > "$log"
  heartbeat "$log" &
  heart=$!
  "$@" > "$log" 2>&1 || status=$?
  kill "$heart" 2> /dev/null || true
  wait "$heart" 2> /dev/null || true
  [ $status != 0 ] || return 0
  tail -n 40 "$log" >&2
  echo "failed with exit code $status: $* (all it printed: $log)" >&2
  return $status
}

heartbeat() {
  while sleep 10 > /dev/null 2>&1 && kill -0 $$ 2> /dev/null; do
    printf '%s   ... %.80s\n' "$(elapsed)" "$(tail -n 1 "$1")"
  done
}

# Other programs on the machine disturb the times. To be called before the build adds a load of its
# own.
notice_other_load() {
  [ -r /proc/loadavg ] || return 0
  awk -v cores="$cores" '{ exit !($1 > cores / 4) }' /proc/loadavg || return 0
  idle_ranks_yield=yes
  echo "Other programs use this machine, too (load average $(cut -d ' ' -f 1 /proc/loadavg) on $cores" \
    "processors): times vary from run to run, and idle ranks yield."
}
