#!/usr/bin/env bash
# The command answers, and refuses what it does not know.
set -euo pipefail
allfold=$1
expect() { # expect STATUS PATTERN ARGUMENTS...
  local status=0 output
  output=$("$allfold" "${@:3}" 2>&1) || status=$?
  if [ "$status" != "$1" ] || ! grep -qE -- "$2" <<<"$output"; then
    echo "allfold ${*:3}: status $status instead of $1, or no '$2' in:"
    echo "$output"
    exit 1
  fi
}
expect 0 '^allfold [0-9]+\.[0-9]+\.[0-9]+$' --version
expect 0 'elimination-overlapping' list
expect 0 'ALLFOLD_STATS' variables
expect 0 'proofs on 1 to 9 ranks.*all hold' check --max-p 9
expect 0 '^ring ' check --max-p 5 --algorithm ring
expect 105 'rings' check --algorithm rings
expect 105 'max-p' check --max-p 0
expect 106 'subcommand' ''
expect 109 'nonsense' list nonsense
