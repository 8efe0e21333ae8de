#!/bin/bash
# final_reports.sh CASE PROGRAM: the reports at MPI_Finalize; no rank waits there for one that reports nothing.
# PROGRAM is reduce_where; the environment contains MPIRUN, with its flags.
set -euo pipefail
program=$2
# shellcheck source=../../said.sh
. "$(dirname "$0")/../../said.sh"

run() { # run ARGUMENT-OF-MPIRUN...: all ranks end within 30 s.
  timeout 30 $MPIRUN "$@" > "$directory/out" 2>&1 || fail "status $? of $*"
}
calls() { # calls COUNT: this many calls in all tables
  awk '$2 == "allreduce" { calls += $6 } END { exit calls != '"$1"' }' "$directory/out" ||
    fail "not $1 calls"
}
stats="-x ALLFOLD_STATS=1"
learns="-x ALLFOLD_TUNE=online"

case $1 in
  of-all) # One table, also without calls on MPI_COMM_WORLD itself.
    for where in world duplicate; do
      run $stats -n 3 "$program" $where
      says_in_lines 1 '^allfold: statistics of 3 ranks$'
      says_in_lines 1 '^allfold: statistics of '
      calls 1
    done
    run $stats -n 3 "$program" world 9
    calls 9
    ;;
  of-parts) # Each rank that leads a communicator prints its own.
    run $stats -n 4 "$program" halves
    says_in_lines 1 '^allfold: statistics of rank 0 only: no reduction on a communicator of all ranks$'
    says_in_lines 1 '^allfold: statistics of rank 2 only: '
    says_in_lines 2 '^allfold: statistics of '
    calls 2
    run $stats $learns -n 3 "$program" self
    says_in_lines 3 '^allfold: statistics of rank [0-2] only: '
    calls 3
    ;;
  of-nothing)
    run $stats $learns -n 3 "$program" none
    says_in_lines 1 '^allfold: statistics of rank 0 only: '
    says_in_lines 1 '^allfold: statistics of '
    calls 0
    ;;
  of-native) # Calls that are always native: each group counts its own.
    run $stats -n 3 "$program" between 7
    says_in_lines 1 '^allfold: allreduce +1 +4 B +7 +28 .* native +an inter-communicator$'
    says_in_lines 1 '^allfold: allreduce +2 +4 B +7 +28 .* native +an inter-communicator$'
    ;;
  on-some-ranks) # If these ranks reduced together that would be an error; here they do not.
    for where in none self; do
      run -n 1 $stats "$program" $where : -n 2 "$program" $where
      says_in_lines 1 '^allfold: statistics of rank 0 only: '
      run -n 2 "$program" $where : -n 1 $stats "$program" $where
      says_in_lines 0 '^allfold: statistics of rank 0'
      run -n 1 $learns "$program" $where : -n 2 "$program" $where
      says_in_lines 3 'is done$'
    done
    run -n 2 $stats "$program" halves : -n 2 $learns "$program" halves
    says_in_lines 1 '^allfold: statistics of rank 0 only: '
    says_in_lines 1 '^allfold: statistics of '
    ;;
  configured-on-one-rank)
    run -n 3 "$program" configured
    says_in_lines 3 'is done$'
    says_in_lines 1 '^allfold: statistics of rank 0 only: '
    ;;
  name-that-is-no-text) # The name of a rules file need not be UTF-8.
    name=$directory/$'\xff\xfe.json'
    printf '{"format": "allfold rules 1", "rules": [{"collective": "allreduce", "choose": [%s]}]}\n' \
      '{"kernel": "ring"}' > "$name"
    run $stats -x ALLFOLD_RULES="$name" -n 2 "$program" world
    says_in_lines 1 '^allfold: statistics of 2 ranks$'
    says_in_lines 1 '^allfold: allreduce .* ring .*\.json:1, 2 ranks, any length$'
    says_in_lines 2 'is done$'
    ;;
  *)
    echo "no such case: $1"
    exit 2
    ;;
esac
