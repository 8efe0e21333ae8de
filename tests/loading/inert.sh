#!/bin/bash
# inert.sh PROGRAM TOOL PROGRAM_OF_OTHER_MPI: processes in which Allfold does nothing.
. "$(dirname "$0")/common.sh"
program=$1 tool=$2 of_other_mpi=$3

# run_inert NAME=VALUE... [-- PRELOADED]: the program is right, and nothing is heard of Allfold, nor written.
run_inert() {
  local options=() profile=$directory/profile.json
  while [ $# -gt 0 ] && [ "$1" != -- ]; do options+=(-x "$1") && shift; done
  run $MPIRUN -x LD_PRELOAD="${2:-$LIBRARY}" "${options[@]}" -x ALLFOLD_STATS=1 -x ALLFOLD_VERBOSE=2 \
    -x ALLFOLD_UNUSED=say -x ALLFOLD_PROFILE="$profile" -n 3 "$program"
  expect_right_results
  ! grep -q '^allfold' "$directory/err" || fail "Allfold says something"
  [ ! -e "$profile" ] || fail "Allfold writes a profile"
}

# run_active NAME=VALUE...: Allfold serves the program.
run_active() {
  run $MPIRUN -x LD_PRELOAD="$LIBRARY" -x "$1" -x ALLFOLD_STATS=1 -x ALLFOLD_ALLREDUCE=binary-tree \
    -x ALLFOLD_REDUCE=binary-tree -n 3 "$program"
  expect_served
}

echo "switched off"
run_inert ALLFOLD_DISABLE=1
run_active ALLFOLD_DISABLE=0

echo "an invalid value switches it off, too"
run $MPIRUN -x LD_PRELOAD="$LIBRARY" -x ALLFOLD_DISABLE=yes -n 3 "$program"
expect_right_results
[ "$(grep -c "^allfold: ALLFOLD_DISABLE: invalid value 'yes': expected 0 or 1; Allfold does nothing$" \
  "$directory/err")" = 1 ] || fail "not one message"

echo "programs that are excluded"
name=$(basename "$program")
for patterns in "$name" "other,${name%?}?" '*/'"$name" "$(realpath "$program")"; do
  run_inert "ALLFOLD_EXCLUDE=$patterns"
done
for patterns in none "other,${name}x" "${name%?}" "/opt/$name"; do run_active "ALLFOLD_EXCLUDE=$patterns"; done

echo "a tool counts the calls, as without Allfold"
for preloaded in "$LIBRARY:$tool" "$tool:$LIBRARY"; do
  run_inert ALLFOLD_DISABLE=1 -- "$preloaded"
  expect_counted_by_tool
done

echo "a program of another MPI library"
run "$of_other_mpi"
mv "$directory/out" "$directory/expected"
run env LD_PRELOAD="$LIBRARY" "$of_other_mpi"
diff "$directory/expected" "$directory/out" || fail "the program does something else"
[ "$(grep -c '^allfold: warning: of_other_mpi: uses another MPI library (.*/other_mpi/libmpi.*) than this build' \
  "$directory/err")" = 1 ] || fail "not one warning"
