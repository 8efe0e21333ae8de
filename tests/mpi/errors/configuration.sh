#!/bin/bash
# configuration.sh CASE: a program with an invalid configuration stops at its first reduction, with one line per
# problem: `allfold: where: problem: expected; what to do`. A setting without effect causes a warning. The environment
# contains MPIRUN, with its flags, and PROGRAM, which is reduce_once.
set -euo pipefail
directory=$(mktemp -d)
trap 'rm -rf "$directory"' EXIT

fail() {
  echo "FAILED: $*"
  echo "--- standard error:"
  cat "$directory/err"
  echo "--- standard output:"
  cat "$directory/out"
  exit 1
}

# expect_stopped LINES ARGUMENT-OF-MPIRUN...: the program does not return from its reduction, and Allfold prints this
# many lines.
expect_stopped() {
  local lines=$1 status=0
  shift
  $MPIRUN "$@" >"$directory/out" 2>"$directory/err" || status=$?
  # The launcher of Open MPI 5 writes zero bytes between messages.
  sed -i 's/\x0//g' "$directory/err"
  [ $status -ne 0 ] || fail "exit status 0"
  grep -aq 'calls' "$directory/out" || fail "the program did not reach its reduction"
  ! grep -aq 'is back' "$directory/out" || fail "the program went on after its reduction"
  local reported
  reported=$(grep -ac '^allfold: ' "$directory/err" || true)
  [ "$reported" -eq "$lines" ] || fail "$reported lines of Allfold's, not $lines"
  [ "$(grep -acE '^allfold: .+: .+(: |; |\(did you mean ).+$' "$directory/err")" -eq "$lines" ] ||
    fail "not of the form 'allfold: where: problem: expected; what to do'"
}

# expect_warned LINES ARGUMENT-OF-MPIRUN...: the program succeeds, and Allfold prints this many warnings and nothing
# else.
expect_warned() {
  local lines=$1
  shift
  $MPIRUN "$@" >"$directory/out" 2>"$directory/err" || fail "exit status $?"
  [ "$(grep -c '^allfold: ' "$directory/err" || true)" -eq "$lines" ] || fail "not $lines lines"
  [ "$(grep -cE '^allfold: warning: [^ ]+: .+: .+$' "$directory/err" || true)" -eq "$lines" ] ||
    fail "not of the form 'allfold: warning: where: problem: consequence'"
}

# Exactly one line contains the first word, and it contains the others.
expect_named() {
  local line word
  line=$(grep -a '^allfold: ' "$directory/err" | grep -aF -- "$1") || fail "$1 is not named"
  [ "$(wc -l <<<"$line")" -eq 1 ] || fail "$1 is named in more than one line"
  for word; do
    grep -qF -- "$word" <<<"$line" || fail "the line on $1 does not name $word"
  done
}

kernel_that_serves() {  # kernel_that_serves ONE OTHER: the first kernel for the collective ONE and not for OTHER
  "$PROGRAM" --kernels | grep -w -- "$1" | grep -vw -- "$2" | head -n 1 | cut -d ' ' -f 1
}

case $1 in
  unknown-kernel)
    expect_stopped 1 -x ALLFOLD_ALLREDUCE=rign -n 3 "$PROGRAM"
    expect_named ALLFOLD_ALLREDUCE rign ring
    ;;
  unknown-kernel-of-a-collective-that-is-not-called)
    expect_stopped 1 -x ALLFOLD_REDUCE=binry-tree -n 3 "$PROGRAM"
    expect_named ALLFOLD_REDUCE binry-tree binary-tree
    ;;
  kernel-of-another-collective)
    kernel=$(kernel_that_serves allreduce reduce || true)
    [ -n "$kernel" ] || { echo "every kernel serves both"; exit 77; }
    expect_stopped 1 -x ALLFOLD_REDUCE="$kernel" -n 3 "$PROGRAM"
    expect_named ALLFOLD_REDUCE "$kernel" ALLFOLD_ALLREDUCE
    ;;
  unknown-variable)  # Other programs may have variables of this prefix.
    expect_warned 1 -x ALLFOLD_ALREDUCE=ring -n 3 "$PROGRAM"
    expect_named ALLFOLD_ALREDUCE: "did you mean 'ALLFOLD_ALLREDUCE'"
    expect_warned 2 -x ALLFOLD_STAT=1 -x ALLFOLD_VERBOS=1 -n 2 "$PROGRAM"
    expect_named ALLFOLD_STAT: "'ALLFOLD_STATS'"
    expect_named ALLFOLD_VERBOS: "'ALLFOLD_VERBOSE'"
    expect_warned 0 -x ALLFOLD_ROOT=/opt -x ALLFOLD_DIR=/opt -x ALLFOLD_HOME=/opt \
      -x ALLFOLD_VERSION=1 -n 2 "$PROGRAM"
    ;;
  unknown-variable-on-some-ranks)  # One of these ranks prints it, for all communicators.
    expect_warned 1 -n 1 "$PROGRAM" : -n 2 -x ALLFOLD_ALREDUCE=ring "$PROGRAM"
    expect_named ALLFOLD_ALREDUCE: ALLFOLD_ALLREDUCE
    expect_warned 1 -n 2 -x ALLFOLD_STAT=1 "$PROGRAM" --in-parts : \
      -n 2 -x ALLFOLD_ALREDUCE=ring "$PROGRAM" --in-parts
    expect_named ALLFOLD_STAT: ALLFOLD_STATS
    expect_warned 1 -n 3 "$PROGRAM" --in-parts : -n 1 -x ALLFOLD_ALREDUCE=ring "$PROGRAM" --in-parts
    ;;
  malformed-value)
    expect_stopped 1 -x ALLFOLD_STATS=yes -n 3 "$PROGRAM"
    expect_named ALLFOLD_STATS yes 0 1
    expect_stopped 1 -x ALLFOLD_VERBOSE=3 -n 1 "$PROGRAM"
    expect_named ALLFOLD_VERBOSE 3 0 1 2
    expect_stopped 1 -x ALLFOLD_RULES= -n 2 "$PROGRAM"
    expect_named ALLFOLD_RULES none
    expect_stopped 1 -x ALLFOLD_TUNE=on -n 2 "$PROGRAM"
    expect_named ALLFOLD_TUNE 'on' off online
    expect_stopped 1 -x ALLFOLD_TUNE_FILE= -x ALLFOLD_TUNE=online -n 2 "$PROGRAM"
    expect_named ALLFOLD_TUNE_FILE none
    ;;
  online-and-reproducible)
    expect_stopped 1 -x ALLFOLD_TUNE=online -x ALLFOLD_REPRODUCIBLE=1 -n 3 "$PROGRAM"
    expect_named ALLFOLD_TUNE=online ALLFOLD_REPRODUCIBLE=1 round unset
    ;;
  file-of-nothing)  # ALLFOLD_TUNE_FILE alone has no effect.
    expect_stopped 1 -x ALLFOLD_TUNE_FILE=learnt.json -n 3 "$PROGRAM"
    expect_named ALLFOLD_TUNE_FILE learnt.json ALLFOLD_TUNE=online
    ;;
  online-on-some-ranks)
    expect_stopped 1 -n 1 -x ALLFOLD_TUNE=online "$PROGRAM" : -n 2 "$PROGRAM"
    expect_named ALLFOLD_TUNE online off
    ;;
  malformed-parameter)
    expect_stopped 1 -x ALLFOLD_ALLREDUCE=elimination-overlapping:halvings=x -n 2 "$PROGRAM"
    expect_named ALLFOLD_ALLREDUCE halvings=x
    expect_stopped 1 -x ALLFOLD_ALLREDUCE=elimination-overlapping:halving=1 -n 2 "$PROGRAM"
    expect_named ALLFOLD_ALLREDUCE halving=1 halvings
    expect_stopped 1 -x ALLFOLD_ALLREDUCE=ring: -n 2 "$PROGRAM"
    expect_named ALLFOLD_ALLREDUCE ring:
    ;;
  several)
    expect_stopped 3 -x ALLFOLD_ALLREDUCE=rign -x ALLFOLD_STATS=on -x ALLFOLD_VERBOSE=3 -n 3 \
      "$PROGRAM"
    expect_named ALLFOLD_ALLREDUCE rign
    expect_named ALLFOLD_STATS on
    expect_named ALLFOLD_VERBOSE 3
    ;;
  on-one-rank)  # The other ranks have a valid configuration, and must not wait for this one.
    expect_stopped 1 -n 1 -x ALLFOLD_ALLREDUCE=rign "$PROGRAM" : -n 2 "$PROGRAM"
    expect_named ALLFOLD_ALLREDUCE rign ring
    expect_stopped 1 -n 2 "$PROGRAM" : -n 1 -x ALLFOLD_STATS=yes "$PROGRAM"
    expect_named ALLFOLD_STATS yes
    ;;
  ranks-that-differ)  # Each rank's setting is valid by itself.
    expect_stopped 1 -n 1 -x ALLFOLD_ALLREDUCE=ring "$PROGRAM" : \
      -n 2 -x ALLFOLD_ALLREDUCE=binary-tree "$PROGRAM"
    expect_named ALLFOLD_ALLREDUCE ring binary-tree
    ;;
  set-on-some-ranks)  # mpirun's -x is per application context.
    expect_stopped 1 -n 2 "$PROGRAM" : -n 1 -x ALLFOLD_REDUCE=native "$PROGRAM"
    expect_named ALLFOLD_REDUCE native
    expect_stopped 1 -n 1 -x ALLFOLD_REDUCE=native "$PROGRAM" : -n 1 "$PROGRAM"
    expect_named ALLFOLD_REDUCE native
    ;;
  set-per-rank)  # by allfold_configure()
    expect_stopped 1 -n 3 "$PROGRAM" --set-per-rank
    expect_named ALLFOLD_ALLREDUCE
    ;;
  *)
    echo "no such case: $1"
    exit 2
    ;;
esac
