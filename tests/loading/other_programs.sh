#!/bin/bash
# Programs without MPI, many of which run between a job script and mpirun, are unaffected by a preloaded Allfold, even
# if its configuration is wrong.
. "$(dirname "$0")/common.sh"

as_ever() {
  local status=0 status_loaded=0
  "$@" >"$directory/expected_out" 2>"$directory/expected_err" || status=$?
  env LD_PRELOAD="$LIBRARY" ALLFOLD_STATS=1 ALLFOLD_VERBOSE=1 ALLFOLD_NONSENSE=1 "$@" \
    >"$directory/out" 2>"$directory/err" || status_loaded=$?
  [ $status -eq $status_loaded ] || fail "exit status $status_loaded, not $status: $*"
  cmp "$directory/expected_out" "$directory/out" || fail "another output: $*"
  cmp "$directory/expected_err" "$directory/err" || fail "other complaints: $*"
}

as_ever sh -c 'echo hello; exit 3'
as_ever bash -c 'for i in 1 2 3; do (echo $i | cat); done; echo problem >&2'
as_ever ls -l /usr
as_ever ls /does/not/exist
as_ever env -i sh -c 'date +%Y | wc -c'
as_ever awk 'BEGIN { print 1 / 3 }'
as_ever cmake --version
as_ever gcc --version
