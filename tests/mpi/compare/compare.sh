#!/bin/bash
# compare.sh CASE PROGRAM COMMAND [PRELOADED]: what ALLFOLD_MODE=compare prints and does. PROGRAM is compared, COMMAND
# is allfold; the environment contains MPIRUN, with its flags.
set -euo pipefail
case=$1 program=$2 allfold=$3 preloaded=${4:-}
# shellcheck source=../../literally.sh
. "$(dirname "$0")/../../literally.sh"
# shellcheck source=../../said.sh
. "$(dirname "$0")/../../said.sh"
cd "$directory"
compare='-x ALLFOLD_MODE=compare'

run() { # run ARGUMENT-OF-MPIRUN...: all ranks end within 100 s.
  timeout 100 $MPIRUN "$@" > out 2>&1 || fail "status $? of $*"
}
# compares RANKS WHAT [ARGUMENT-OF-MPIRUN...]: the program gets right results, and a report is printed.
compares() {
  local ranks=$1 what=$2
  shift 2
  run $compare "$@" -n "$ranks" "$program" "$what"
  says_in_lines "$ranks" 'is done$'
  says_in_lines 1 "^allfold: comparison of $ranks ranks: native calls and Allfold's$"
}
# row COLLECTIVE RANKS BYTES OPERATION TYPE CALLS ROUNDED WORST BY-ORDER MISMATCHES: the report has this row; all are
# patterns
row() {
  says "^allfold: $1 +$2 +$3 +$4 +$5 +$6 +[0-9.]+ +[0-9.]+ +$7 +$8 +$9 +${10} +[a-z]"
}
outcome() { says_in_lines 1 "^allfold: comparison: $1"; }
no_file() { [ -z "$(ls allfold-mismatch-* 2> /dev/null)" ] || fail "a file is there"; }
# replays STATUS RANKS ARGUMENT...
replays() {
  local status=0
  timeout 100 $MPIRUN -n "$2" "$allfold" replay "${@:3}" > out 2>&1 || status=$?
  [ $status = "$1" ] || fail "status $status instead of $1 of replay ${*:3}"
}
mismatch_1='^allfold: MISMATCH: allreduce of 13 MPI_DOUBLE with MPI_SUM on 3 ranks of MPI_COMM_WORLD \(call 2 on it\), served by '

case $case in
  everything) # All calls on all numbers of ranks are compared, and the program notices nothing.
    for ranks in 1 3 4; do
      compares $ranks everything
      row allreduce $ranks '32 KiB' MPI_SUM MPI_DOUBLE 40 '[0-9]+' '[0-9.e-]+' 0 0
      row reduce $ranks '512 B' MPI_SUM MPI_DOUBLE $((2 * ranks)) '[0-9]+' '[0-9.e-]+' 0 0
      row allreduce $ranks '512 B' user-defined MPI_DOUBLE 3 0 0 '[0-3]' 0
      row allreduce $ranks '64 B' user-defined user-defined 2 0 0 0 0
      says_in_lines 1 '^allfold: not compared: 1 calls: no elements$'
      [ $ranks = 1 ] || row allreduce 1 '8 B' MPI_MAX MPI_LONG $((3 * ranks)) 0 0 0 0
      outcome "$((45 + 2 * ranks + 3 * ranks)) calls compared: 0 mismatches$"
    done
    no_file
    ;;
  by-messages) # Results that differ by rounding are no mismatch; the report states the size of the difference.
    compares 4 everything -x ALLFOLD_NODE=0 -x ALLFOLD_ALLREDUCE=ring -x ALLFOLD_REDUCE=ring
    row allreduce 4 '32 KiB' MPI_SUM MPI_DOUBLE 40 '[1-9][0-9]*' '0\.[0-9]+' 0 0
    outcome '65 calls compared: 0 mismatches$'
    ;;
  native-wrong) # Reported at once and at the end; the program gets the native result and keeps its exit status.
    run $compare -x ALLFOLD_COMPARE_REPORT="$directory/report" -n 3 "$program" native-wrong
    diff report <(grep -E '^allfold: ([^M]|MI[^S])' out) || fail "the file has another report"
    says_in_lines 3 'is done$'
    says_in_lines 9 '^rank [0-2]: element 7 is 7$'
    says_in_lines 1 "${mismatch_1}[a-z-]+[^:]*: element 7 on rank 0: native 7, Allfold 6; 1 of 13 elements differ by up to [1-9][0-9.]*e\+1[0-9] times the bound; inputs saved in allfold-mismatch-.*; run 'mpirun -n 3 allfold replay allfold-mismatch-.*'$"
    says_in_lines 2 '^allfold: MISMATCH: .*; the inputs of an earlier mismatch are saved$'
    says_in_lines 3 '^allfold: mismatch: '
    row allreduce 3 '64 B' MPI_SUM MPI_DOUBLE 3 0 '[1-9][0-9.]*e\+1[0-9]' 0 3
    outcome '3 calls compared: 3 MISMATCHES: '
    [ "$(ls allfold-mismatch-* | wc -l)" = 1 ] || fail "not one file: $(ls)"
    head -n 2 allfold-mismatch-* | grep -q '"type":"MPI_DOUBLE"' || fail "no header"
    ;;
  order-of-ways) # Neither way is always first, and the order is not periodic (Thue 1906).
    compares 2 order-of-ways
    says_in_lines 1 '^order: na an an na an na na an an na na an na an an na$'
    ;;
  in-place) # A Reduce of integers, whose results only the root has.
    run $compare -x ALLFOLD_COMPARE_FILE="$directory/saved" -n 3 "$program" reduce-wrong
    says_in_lines 1 "^allfold: MISMATCH: reduce to rank 2 of 14 MPI_INT with MPI_MAX .*: element 0 on rank 2: native 3, Allfold 2; 1 of 14 elements differ, but must be the same; inputs saved in $(literally "$directory")/saved.2; run "
    row reduce 3 '32 B' MPI_MAX MPI_INT 2 0 inf 0 2
    [ -s saved.2 ] || fail "no file"
    ;;
  slightly-wrong) # A difference that rounding explains is no mismatch.
    compares 3 slightly-wrong
    row allreduce 3 '64 B' MPI_SUM MPI_DOUBLE 1 1 '0\.[0-9]+' 0 0
    outcome '1 calls compared: 0 mismatches$'
    no_file
    ;;
  allfold-wrong) # PROGRAM's messages are modified.
    # Of three calls the native call comes first in one, and last in two.
    run $compare -x ALLFOLD_NODE=0 -x ALLFOLD_ALLREDUCE=recursive-doubling -n 2 "$program" native-wrong
    says_in_lines 6 '^rank [0-2]: element 7 is 3$'
    says_in_lines 3 '^allfold: MISMATCH: .*: element 7 on rank 0: native 3, Allfold 4; 1 of 13 elements'
    outcome '3 calls compared: 3 MISMATCHES: '
    ;;
  not-written) # PROGRAM loses the messages that carry half of the result, in a call after the native one.
    # In place that half keeps its input, which happens to be right for the first of rank 1's elements.
    for what in sum sum-in-place sum-at-1 sum-at-1-in-place; do
      reduction=allreduce
      [[ $what != sum-at-1* ]] || reduction='reduce to rank 1'
      compares 2 $what -x ALLFOLD_NODE=0 -x ALLFOLD_ALLREDUCE=halving-doubling -x ALLFOLD_REDUCE=halving-doubling
      says_in_lines 1 "^allfold: MISMATCH: $reduction of 14 MPI_DOUBLE .*; [67] of 14 elements differ by up to [^ ]+ times the bound"
      outcome '1 calls compared: 1 MISMATCHES: '
    done
    ;;
  replay) # The file contains everything needed to find out which result was wrong.
    run $compare -x ALLFOLD_COMPARE_FILE="$directory/saved" -n 3 "$program" native-wrong
    replays 0 3 saved
    says '^saved: allreduce of 13 MPI_DOUBLE by MPI_SUM on 3 ranks of 1 node, call 2 of its communicator in compared$'
    says '^element 7, on rank 0$'
    says '^inputs by rank: 1, 2, 3$'
    says '^reference: +6$'
    says '^native, saved +7 +[1-9][0-9.]*e\+1[0-9] +[1-9][0-9.]*e\+1[0-9]  WRONG$'
    says '^Allfold, saved: [^ ]+ +6 +0 +0  right$'
    says '^native +6 +0 +0  right$'
    says_in_lines 1 '^Allfold: [^ ]+ +6 +0 +0  right$'
    says '^All repeated calls have right results\.$'
    replays 0 3 --algorithm all saved
    for algorithm in ring halving-doubling node; do
      says "^Allfold: $algorithm( \(by .*\))? +6 +0 +0  right$"
    done
    ALLFOLD_MODE=compare replays 0 3 --algorithm auto saved
    says_in_lines 1 '^Allfold: auto \(by .*\) +6 +0 +0  right$'
    says_in_lines 0 '^allfold: comparison'
    # In place, in a Reduce.
    run $compare -x ALLFOLD_COMPARE_FILE="$directory/reduced" -n 3 "$program" reduce-wrong
    replays 0 3 reduced.2
    says '^reduced.2: reduce to rank 2 in place of 14 MPI_INT by MPI_MAX on 3 ranks'
    says '^element 0, on rank 2$'
    says '^native, saved +3 +inf +inf  WRONG$'
    says '^native +2 +0 +0  right$'
    # Replays that are impossible.
    replays 2 2 saved
    says '^allfold replay: saved: saved on 3 ranks: expected as many ranks in this job, not 2; run: mpirun -n 3 allfold replay saved$'
    replays 2 3 nowhere
    says_in_lines 1 '^allfold replay: nowhere: cannot be read: No such file.*; name another file$'
    replays 2 3 "$program"
    says_in_lines 1 '^allfold replay: .*: not a saved call: expected a file written with ALLFOLD_MODE=compare; '
    head -c 600 saved > part
    replays 2 3 part
    says_in_lines 1 '^allfold replay: part: .*; copy the file again$'
    sed 's/"type":"MPI_DOUBLE"/"type":"MPI_FLOAT"/' saved > other
    replays 2 3 other
    says_in_lines 1 '^allfold replay: MPI_FLOAT: the type is missing or different in this MPI library: '
    replays 2 3 --algorithm rings saved
    says_in_lines 1 "^allfold replay: --algorithm: unknown algorithm 'rings' \\(did you mean 'ring'"
    ;;
  replay-again) # PRELOADED modifies messages, in the replay as well.
    run $compare -x ALLFOLD_NODE=0 -x ALLFOLD_ALLREDUCE=recursive-doubling -x ALLFOLD_COMPARE_FILE="$directory/saved" \
      -n 2 "$program" native-wrong
    replays 0 2 saved
    says '^Allfold, saved: recursive-doubling +4 +[1-9][0-9.]*e\+1[0-9] +[1-9][0-9.]*e\+1[0-9]  WRONG$'
    says '^Allfold: recursive-doubling +3 +0 +0  right$'
    export ALLFOLD_NODE=0 LD_PRELOAD=$preloaded
    replays 1 2 saved
    unset LD_PRELOAD
    says '^native +3 +0 +0  right$'
    says '^Allfold: recursive-doubling +4 .*  WRONG$'
    says '^Repeated calls: 1 result is wrong\.$'
    ;;
  with-state) # Operations with a state give different results, which are no mismatch.
    compares 3 with-state
    row allreduce 3 '512 B' user-defined MPI_DOUBLE 4 0 0 4 0
    outcome '4 calls compared: 0 mismatches$'
    no_file
    ;;
  records) # An operation on records gets short vectors whole; for longer ones the difference is reported.
    compares 3 records
    row allreduce 3 '512 B' user-defined MPI_DOUBLE 1 0 0 0 0
    row allreduce 3 '8 KiB' user-defined MPI_DOUBLE 2 0 0 1 0
    says_in_lines 1 '^allfold: unexplained: allreduce of 2000 MPI_DOUBLE with user-defined on 3 ranks of MPI_COMM_WORLD \(call 3 on it\), served by [a-z-]+[^:]*: element [0-9]+ on rank 0: native 6, Allfold 3; [0-9]+ of 2000 elements differ by more than reordering can explain$'
    outcome '3 calls with operations of the program compared: 1 differ by more than reordering can explain; if such an operation treats the vector as one record, set ALLFOLD_USER_OPERATIONS=whole$'
    outcome '3 calls compared: 0 mismatches$'
    compares 3 records -x ALLFOLD_USER_OPERATIONS=whole
    outcome '3 calls with operations of the program compared: 0 differ by more than reordering can explain$'
    compares 3 records -x ALLFOLD_USER_OPERATIONS=elementwise -x ALLFOLD_NODE=0 -x ALLFOLD_ALLREDUCE=ring
    outcome '3 calls with operations of the program compared: 3 differ by more than reordering can explain; '
    no_file
    ;;
  every) # Calls 1, 5 and 9.
    compares 3 ten -x ALLFOLD_COMPARE_EVERY=4
    row allreduce 3 '512 B' MPI_SUM MPI_DOUBLE 3 '[0-3]' '[0-9.e-]+' 0 0
    says_in_lines 1 '^allfold: not compared: 7 calls: skipped \(ALLFOLD_COMPARE_EVERY\)$'
    ;;
  natively-anyway) # Calls that Allfold would not serve.
    compares 3 ten -x ALLFOLD_ALLREDUCE=native
    says_in_lines 1 '^allfold: not compared: 10 calls: set by ALLFOLD_ALLREDUCE$'
    outcome 'no call was compared$'
    ;;
  between-groups)
    compares 4 between-groups
    says_in_lines 1 '^allfold: not compared: 2 calls: an inter-communicator$'
    ;;
  many-communicators) # Only some of the mismatches are reported immediately and saved.
    run $compare -n 2 "$program" many-communicators
    says_in_lines 10 '^allfold: MISMATCH: '
    says_in_lines 3 '^allfold: MISMATCH: .*; inputs saved in '
    [ "$(ls allfold-mismatch-* | wc -l)" = 3 ] || fail "not 3 files: $(ls)"
    outcome '24 calls compared: 24 MISMATCHES: '
    ;;
  failing) # Errors of native calls belong to the program.
    compares 3 failing
    says_in_lines 1 '^allfold: not compared: 1 calls: the native call failed$'
    outcome '5 calls compared: 0 mismatches$'
    ;;
  different-calls) # Ranks do not make the same call: all of them are told before any waits for another.
    compares 3 different-calls
    says_in_lines 4 '^allfold: MISMATCH: '
    says_in_lines 1 '^allfold: MISMATCH: call 1 on MPI_COMM_WORLD: ranks make different calls: rank 0: MPI_Allreduce of 5 elements of 4 bytes by MPI_SUM; rank 2: MPI_Allreduce of 6 elements of 4 bytes by MPI_SUM: all ranks must make the same call; correct the program$'
    says_in_lines 1 '^allfold: MISMATCH: call 3 .*: rank 0: MPI_Reduce to rank 0 of 5 .*; rank 2: MPI_Reduce to rank 1 of 5 '
    says_in_lines 1 '^allfold: not compared: 4 calls: ranks made different calls: MPI_ERR_TRUNCATE$'
    outcome '1 calls compared: 0 mismatches$'
    no_file
    ;;
  # The other ranks do not wait for a rank that an exception has taken out of a call.
  throwing | throwing-without-memory)
    compares 3 throwing ${preloaded:+-x LD_PRELOAD="$preloaded"}
    says_in_lines 1 '^allfold: not compared: 1 calls: an exception ended the native call on a rank$'
    says_in_lines 1 '^allfold: not compared: 5 calls: an exception ended an earlier native call on a rank$'
    ;;
  no-memory) # PRELOADED denies memory for copies on rank 1.
    compares 3 long -x LD_PRELOAD="$preloaded"
    says_in_lines 1 '^allfold: not compared: 1 calls: out of memory for copies on a rank$'
    ;;
  threads)
    compares 3 threads
    row allreduce 3 '4 B' MPI_SUM MPI_INT 400 0 0 0 0
    ;;
  halves-of-ranks) # There is no communicator of all ranks: each rank reports its own results.
    run $compare -x ALLFOLD_COMPARE_REPORT="$directory/reports/" -n 3 "$program" halves-of-ranks
    for rank in 0 1 2; do
      grep -q "^allfold: comparison of rank $rank only" reports/* || fail "no report of rank $rank"
    done
    says_in_lines 3 '^allfold: comparison of rank [0-2] only \(no reduction on a communicator of all ranks\): '
    says_in_lines 2 '^allfold: MISMATCH: .* on 2 ranks of .*; inputs saved in |^allfold: MISMATCH: .* on 1 ranks of .*; inputs saved in '
    ;;
  abort) # Rank 0 reports its own results; the exit status is unchanged.
    status=0 without=0
    timeout 100 $MPIRUN -n 3 "$program" abort > out 2>&1 || without=$?
    timeout 100 $MPIRUN $compare -n 3 "$program" abort > out 2>&1 || status=$?
    [ $status = $without ] || fail "status $status instead of $without"
    says_in_lines 1 '^allfold: comparison of rank 0 only \(the program called MPI_Abort\): '
    row allreduce 3 '32 KiB' MPI_SUM MPI_DOUBLE 40 '[0-9]+' '[0-9.e-]+' 0 0
    outcome '[0-9]+ calls compared: 0 mismatches$'
    ;;
  unwritable)
    run $compare -x ALLFOLD_COMPARE_FILE="$directory/nowhere/saved" \
      -x ALLFOLD_COMPARE_REPORT="$directory/nowhere/report" -n 2 "$program" native-wrong
    says_in_lines 1 '^allfold: warning: ALLFOLD_COMPARE_REPORT=.*/nowhere/report: cannot be written: No such file'
    says_in_lines 1 '^allfold: MISMATCH: .*; inputs not saved: .*/nowhere/saved: No such file'
    says_in_lines 2 'is done$'
    ;;
  settings) # Ranks must agree, and some settings exclude each other.
    ! timeout 100 $MPIRUN -n 1 $compare -x ALLFOLD_COMPARE_EVERY=2 "$program" ten : -n 1 $compare "$program" ten > out 2>&1 ||
      fail "ranks differ"
    says "^allfold: ALLFOLD_COMPARE_EVERY: differs between ranks: '2' on rank 0, '1' on rank 1: "
    for value in 0 -1 x 2.5 '' 99999999999; do
      ! timeout 100 $MPIRUN -n 1 $compare -x ALLFOLD_COMPARE_EVERY=$value "$program" ten > out 2>&1 || fail "$value"
      says "^allfold: ALLFOLD_COMPARE_EVERY=$value: invalid value '$value': expected a whole number from 1 to "
    done
    for other in ALLFOLD_TUNE=online ALLFOLD_PROFILE=profile.json; do
      ! timeout 100 $MPIRUN -n 1 $compare -x $other "$program" ten > out 2>&1 || fail "$other"
      says "^allfold: ${other%%=*}[^ ]*: cannot be combined with ALLFOLD_MODE=compare: .*; unset one of the two$"
    done
    ;;
  *)
    echo "no such case: $case"
    exit 2
    ;;
esac
