#!/usr/bin/env bash
# builds_that_differ.sh PROGRAM FOLDER: ranks of one job load different builds of Allfold, the second from FOLDER.
# They might choose differently and wait for each other, so the MPI library serves their calls, and one message says
# so. The environment contains MPIRUN, with its flags.
set -euo pipefail
program=$1 folder=$2
directory=$(mktemp -d)
trap 'rm -rf "$directory"' EXIT

fail() {
  echo "FAILED: $*"
  cat "$directory/err"
  exit 1
}

for first in "" "$folder"; do
  second=$folder
  [ -z "$first" ] || second=""
  # shellcheck disable=SC2086 # MPIRUN is a command with its flags
  $MPIRUN -n 1 env LD_LIBRARY_PATH="$first" "$program" : -n 2 env LD_LIBRARY_PATH="$second" "$program" \
    > "$directory/out" 2> "$directory/err" || fail "exit status $?"
  [ "$(grep -c 'is back' "$directory/out")" = 3 ] || fail "a call did not return"
  [ "$(grep -c '^allfold: ' "$directory/err")" = 1 ] || fail "there is not one message"
  grep -q '^allfold: warning: ranks load different builds of Allfold: .* on rank 1, .* on rank 0: ' \
    "$directory/err" || fail "it does not say which ranks differ"
done

# shellcheck disable=SC2086
$MPIRUN -n 3 env LD_LIBRARY_PATH="$folder" "$program" > "$directory/out" 2> "$directory/err"
! grep '^allfold: ' "$directory/err" || fail "ranks with one build differ"
