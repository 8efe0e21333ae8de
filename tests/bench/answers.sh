#!/usr/bin/env bash
# answers.sh SOURCE_FOLDER: which output lines of its own programs bench/run.sh takes as answers, and when two runs
# agree.
set -euo pipefail
# shellcheck source=../said.sh
. "$(dirname "$0")/../said.sh"
# shellcheck disable=SC2034 # for the script that is sourced
source_dir=$1 results=$directory
# shellcheck source=../../bench/run/programs.sh
. "$1/bench/run/programs.sh"

# printed NAME NORM RANK SECONDS: the output of a run, with a message of the MPI library and lines that differ in each
# run.
printed() {
  {
    printf '[host][[%s,1],0][../../btl_tcp_proc.c:266:create_interface_graph] Unable to find reachable pairing\n' "$3"
    printf '\0points 48\nnorm %s\nsolve_seconds %s\n[host:%s] 1 more process has sent help message\n' "$2" "$4" "$3"
    printf 'members  321 326 -1\n'
  } > "$directory/$1.out"
  own_answers "$directory/$1.out" > "$directory/$1"
}

printed native 7.8973202978646572E+04 4270 0.011000
printf 'points 48\nnorm 7.8973202978646572E+04\nmembers  321 326 -1\n' > "$directory/expected"
cmp "$directory/native" "$directory/expected" || { cat "$directory/native"; fail "these are not the answers"; }

printed close 7.8973202978646599E+04 4281 0.009000
agree '*=1e-12' "$directory/native" "$directory/close" > "$directory/out" || fail "within the tolerance, and not equal"
printed far 7.8973203978646572E+04 4292 0.009000
! agree '*=1e-12' "$directory/native" "$directory/far" > "$directory/out" || fail "beyond the tolerance, and equal"
says 'NOT EQUAL within'
! agree '*=1e-12' "$directory/native" /dev/null > "$directory/out" || fail "answers agree with none"
! agree '*=1e-12' /dev/null /dev/null > "$directory/out" || fail "no answers agree"
