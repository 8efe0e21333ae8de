# Sourced by tests of rules files in programs. The output of a run is stored in $directory/out; the user's rules are
# $own, and no other rules apply. The environment contains MPIRUN, with its flags.
# shellcheck shell=bash
# shellcheck source=../../literally.sh
. "$(dirname "$0")/../../literally.sh"
# shellcheck source=../../said.sh
. "$(dirname "$0")/../../said.sh"
unset ALLFOLD_RULES
export XDG_CONFIG_HOME=$directory/config ALLFOLD_VERBOSE=1
mkdir -p "$XDG_CONFIG_HOME/allfold"
# shellcheck disable=SC2034
own=$XDG_CONFIG_HOME/allfold/rules.json

run() { # run STATUS ARGUMENT-OF-MPIRUN...
  local expected=$1 status=0
  $MPIRUN "${@:2}" > "$directory/out" 2>&1 || status=$?
  { [ "$status" = 0 ] && [ "$expected" = good ]; } || { [ "$status" != 0 ] && [ "$expected" = bad ]; } ||
    fail "status $status of $*"
}
