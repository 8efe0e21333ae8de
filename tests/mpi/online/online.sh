#!/bin/bash
# online.sh CASE LEARNS ALLFOLD: the messages and files of a program with online tuning. LEARNS is the program,
# ALLFOLD the command; the environment contains MPIRUN, with its flags.
set -euo pipefail
# shellcheck source=../../literally.sh
. "$(dirname "$0")/../../literally.sh"
learns=$2 allfold=$3
# shellcheck source=../../said.sh
. "$(dirname "$0")/../../said.sh"
export XDG_CONFIG_HOME=$directory/config
file=$directory/learnt.json
in_file=$(literally "$file") # in patterns

run() { # run ARGUMENT-OF-MPIRUN...
  $MPIRUN "$@" > "$directory/out" 2>&1 || fail "status $? of $*"
}
online() { run -x ALLFOLD_TUNE=online -x ALLFOLD_VERBOSE=1 "$@"; }
learnt='\(online tuning on this communicator: ([a-z-]+[^ ]* [0-9.]+ .?s(, )?){2,6}\)$'

case $1 in
  fixed-once) # By all ranks alike, after at most 124 calls.
    online -n 3 "$learns" world 160 100
    says_in_lines 1 "^allfold: allreduce on 3 ranks, 512 B: [a-z-]+[^ ]* $learnt"
    says_in_lines 2 '^allfold: '
    says_in_lines 3 'agreed [1-4] of [1-4] times$'
    [ "$(sed -n 's/.*agreed \(.*\) times/\1/p' "$directory/out" | sort -u | wc -l)" = 1 ] ||
      fail "ranks differ"
    awk '/agreed/ && $4 != $6 { exit 1 }' "$directory/out" || fail "agreed after the fixing"
    ;;
  by-class)
    online -n 2 "$learns" world 130 1 100 5000
    for class in '8 B' '512 B' '32 KiB'; do
      says_in_lines 1 "^allfold: allreduce on 2 ranks, $class: [a-z-]+[^ ]* $learnt"
    done
    says_in_lines 6 '^allfold: allreduce ' # in addition, the ways of long vectors
    ;;
  not-asked)
    run -n 3 "$learns" world 160 100
    says_in_lines 3 'agreed 0 of 0 times$'
    says_in_lines 0 '^allfold: '
    ;;
  forced) # There is nothing to tune.
    online -x ALLFOLD_ALLREDUCE=ring -n 3 "$learns" world 160 100
    says_in_lines 3 'agreed 0 of 0 times$'
    says_in_lines 1 '^allfold: .*: ring \(set by ALLFOLD_ALLREDUCE\)$'
    says_in_lines 1 '^allfold: '
    ;;
  short) # A few calls are the same as without tuning.
    online -x ALLFOLD_STATS=1 -n 3 "$learns" world 4 100
    says_in_lines 3 'agreed 0 of 0 times$'
    says_in_lines 0 'trial|learnt'
    ;;
  statistics)
    online -x ALLFOLD_STATS=1 -n 3 "$learns" world 160 100
    says_in_lines 1 '^allfold: allreduce .* native +on trial$'
    says_in_lines 1 '^allfold: allreduce .* online tuning on this communicator$'
    awk '$2 == "allreduce" && $3 == 3 { calls += $6 } END { exit calls != 160 }' \
      "$directory/out" || fail "not every call is counted"
    ;;
  written) # And read again, by a program and by the command.
    online -x ALLFOLD_TUNE_FILE="$file" -n 3 "$learns" world 160 100 5000
    [ "$(ls "$directory")" = "$(printf 'learnt.json\nout')" ] || fail "left $(ls "$directory")"
    says_in_lines 2 "$learnt"
    run -x ALLFOLD_RULES="$file" -x ALLFOLD_VERBOSE=1 -n 3 "$learns" world 1 100 5000
    says_in_lines 2 "^allfold: allreduce on 3 ranks, (512 B|32 KiB): [a-z-]+[^ ]* \($in_file:[0-9]+, 3 ranks, "
    says_in_lines 2 '^allfold: '
    "$allfold" explain -p 3 --ranks-per-node 3 --sizes 800 --rules "$file" > "$directory/out" 2>&1 || fail explain
    says_in_lines 1 "^because: $in_file:[0-9]+, 3 ranks, "
    says_in_lines 1 '^measured times of this call \(median'
    ;;
  written-by-others) # Rank 0 is no member of the communicator, or the communicator is freed before the end.
    online -x ALLFOLD_TUNE_FILE="$file" -n 3 "$learns" rest 160 100
    grep -q '"ranks": 2,.*"bytes": 800,$' "$file.1" || fail "not in the file: $(cat "$file.1")"
    says_in_lines 1 "^allfold: notice: ALLFOLD_TUNE_FILE=$file: rank 1 writes its own results to $file.1, "
    [ ! -e "$file" ] || fail "rank 0 has written, too"
    online -x ALLFOLD_TUNE_FILE="$file" -n 3 "$learns" duplicate 160 100
    grep -q '"ranks": 3,.*"bytes": 800,$' "$file" || fail "not in the file: $(cat "$file")"
    ! grep -q '"ranks": 2,' "$file" || fail "in the file of another run: $(cat "$file")"
    ;;
  nothing-to-write)
    online -x ALLFOLD_TUNE_FILE="$file" -n 3 "$learns" world 10 100
    says_in_lines 1 "^allfold: notice: ALLFOLD_TUNE_FILE=$in_file: .+: .+; run the program longer$"
    [ ! -e "$file" ] || fail "a file is there"
    ;;
  written-to-a-folder) # The file for this machine, which a program finds there.
    online -x ALLFOLD_TUNE_FILE="$directory/rules.d/" -n 3 "$learns" world 160 100 5000
    run -x ALLFOLD_RULES="$directory/rules.d" -x ALLFOLD_VERBOSE=1 -n 3 "$learns" world 1 100 5000
    says_in_lines 2 "^allfold: allreduce on 3 ranks, (512 B|32 KiB): [a-z-]+[^ ]* \($(literally "$directory")/rules.d/[^/ ]*.json:[0-9]+, 3 ranks, "
    says_in_lines 2 '^allfold: '
    ;;
  unwritable)
    online -x ALLFOLD_TUNE_FILE="$directory/nowhere/learnt.json" -n 3 "$learns" world 160 100
    says_in_lines 1 '^allfold: ALLFOLD_TUNE_FILE=.*: cannot be written: No such file.*; name '
    ;;
  file-at-rank-0-only) # The other ranks need not name it, or may name another one.
    run -n 1 -x ALLFOLD_TUNE=online -x ALLFOLD_TUNE_FILE="$file" "$learns" world 160 100 : \
      -n 1 -x ALLFOLD_TUNE=online "$learns" world 160 100 : \
      -n 1 -x ALLFOLD_TUNE=online -x ALLFOLD_TUNE_FILE="$directory/nowhere/learnt.json" "$learns" world 160 100
    [ -e "$file" ] || fail "no file"
    says_in_lines 0 '^allfold: '
    ;;
  *)
    echo "no such case: $1"
    exit 2
    ;;
esac
