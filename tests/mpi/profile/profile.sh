#!/bin/bash
# profile.sh CASE PROGRAM ROWS [MORE...]: what ALLFOLD_PROFILE writes. PROGRAM is profiled, ROWS prints a profile as
# lines of words; the environment contains MPIRUN, with its flags.
set -euo pipefail
case=$1 program=$2 rows=$3
shift 3
# shellcheck source=../../said.sh
. "$(dirname "$0")/../../said.sh"
file=$directory/profile.json
profile="-x ALLFOLD_PROFILE=$file"

run() { # run ARGUMENT-OF-MPIRUN...: all ranks end within 60 s.
  timeout 60 $MPIRUN "$@" > "$directory/out" 2>&1 || fail "status $? of $*"
}
read_profile() { # read_profile [FILE]
  "$rows" "${1:-$file}" > "$directory/rows" || fail "no profile in ${1:-$file}"
}
# expect WORDS...: one row contains all of these pairs of name and value.
expect() {
  awk -v wanted="$*" '
    BEGIN { count = split(wanted, want, " ") }
    { delete have
      for (i = 1; i < NF; i += 2) have[$i] = $(i + 1)
      for (i = 1; i < count; i += 2) if (have[want[i]] != want[i + 1]) next
      found = 1 }
    END { exit !found }' "$directory/rows" || fail "no row with $*: $(cat "$directory/rows")"
}
# sum_of NAME CLASS-WORDS...: the sum over the rows that contain these pairs.
sum_of() {
  local name=$1
  shift
  awk -v name="$name" -v wanted="$*" '
    BEGIN { count = split(wanted, want, " ") }
    { delete have
      for (i = 1; i < NF; i += 2) have[$i] = $(i + 1)
      for (i = 1; i < count; i += 2) if (have[want[i]] != want[i + 1]) next
      sum += have[name] }
    END { printf "%.3f\n", sum }' "$directory/rows"
}
# between LOW HIGH NUMBER WHAT
between() {
  awk -v low="$1" -v high="$2" -v number="$3" 'BEGIN { exit !(low <= number && number <= high) }' ||
    fail "$4: $3 is not between $1 and $2: $(cat "$directory/rows")"
}
expect_counts() { # expect_counts RANKS [WORDS...]
  local ranks=$1
  shift
  expect class allreduce bytes 10 op MPI_SUM type MPI_DOUBLE on MPI_COMM_WORLD ranks "$ranks" calls 10 in_place 4 \
    total 8000 of_ranks "$ranks" "$@"
  expect class reduce bytes 4 op MPI_MAX type MPI_INT calls 7 in_place 2 total 84 of_ranks "$ranks" "$@"
  if [ "$ranks" = 1 ]; then
    # The MPI library serves the first calls on a communicator of one rank.
    expect class allreduce bytes 4 by native on rows calls 2 in_place 0 total 16 of_ranks 1 "$@"
    [ "$(sum_of calls class allreduce bytes 4 on rows)" = 5.000 ] || fail "calls are lost: $(cat "$directory/rows")"
  else
    expect class allreduce bytes 4 on rows calls 5 in_place 0 total 40 of_ranks "$ranks" "$@"
  fi
  expect class allreduce bytes 4 on MPI_COMM_SELF ranks 1 calls $((2 * ranks)) total $((16 * ranks)) "$@"
  expect class allreduce bytes 0 calls 1 total 0 "$@"
}

case $case in
  counts) # Exact counts, on three ranks and on one; a single rank never waits.
    for ranks in 3 1; do
      run $profile -n "$ranks" "$program" counts
      read_profile
      expect profile profiled mode auto partial - ranks "$ranks" nodes 1 per_node "$ranks" observed "$ranks" \
        merged 0
      expect_counts "$ranks"
      expect communicator rows ranks "$ranks" nodes 1 count 1
      expect communicator MPI_COMM_SELF ranks 1 count "$ranks"
      says_in_lines 0 '^allfold:'
    done
    [ "$(sum_of waiting_ms class allreduce)" = 0.000 ] || fail "a rank alone waits"
    ;;
  native) # Nothing is replaced, whatever else is set, and all calls are counted.
    run $profile -x ALLFOLD_MODE=native -x ALLFOLD_ALLREDUCE=ring -x ALLFOLD_STATS=1 -n 3 "$program" counts
    read_profile
    expect profile profiled mode native partial - observed 3
    expect_counts 3 by native
    awk '/^class/ && !/ by native /' "$directory/rows" | grep . && fail "something is replaced"
    says '^allfold: allreduce .* native .* set by ALLFOLD_MODE'
    ;;
  late) # The others wait for rank 0, about 250 ms each.
    for mode in auto native; do
      run $profile -x ALLFOLD_MODE=$mode -n 3 "$program" late
      read_profile
      between 250 100000 "$(sum_of waiting_ms class allreduce bytes 8)" "waiting in $mode"
      expect class allreduce bytes 8 sampled 15
      [ "$(sum_of known_ms class allreduce bytes 8)" = "$(sum_of ms class allreduce bytes 8)" ] ||
        fail "the split is not known"
    done
    ;;
  late-in-reduce) # Only the root waits for the others.
    run $profile -x ALLFOLD_MODE=native -n 3 "$program" late-in-reduce
    read_profile
    between 125 100000 "$(sum_of waiting_ms class reduce)" "waiting of the root"
    [ "$(sum_of waiting_ms class reduce)" = "$(sum_of most_ms class reduce)" ] || fail "another rank waits, too"
    ;;
  often) # Of 100,000 calls a sample is kept, with both lengths, and all calls are counted.
    run $profile -n 2 "$program" often
    read_profile
    for class in 4 10; do
      expect class allreduce bytes $class calls 50000
      between 8000 100000 "$(sum_of sampled class allreduce bytes $class)" "samples"
      between "$(awk -v all="$(sum_of ms class allreduce bytes $class)" 'BEGIN { print all / 2 }')" 1000000 \
        "$(sum_of known_ms class allreduce bytes $class)" "time that is known"
    done
    ;;
  many-classes) # Classes are merged, and a message says so.
    run $profile -n 2 "$program" many-classes
    read_profile
    [ "$(sum_of calls class allreduce)" = 240.000 ] || fail "an Allreduce is lost"
    [ "$(sum_of calls class reduce)" = 240.000 ] || fail "a Reduce is lost"
    [ "$(grep -c ^class "$directory/rows")" -le 256 ] || fail "too many classes"
    [ "$(sum_of merged)" = "$(sum_of calls op any)" ] || fail "other calls are merged than it says"
    expect class reduce op any by any bytes -1
    says_in_lines 1 '^allfold: warning: ALLFOLD_PROFILE=.*: too many classes of calls: [1-9][0-9]* calls are merged '
    # Without a profile, the table does not tell operations and types apart, so that nothing is merged.
    run -x ALLFOLD_STATS=1 -n 2 "$program" many-classes
    says_in_lines 0 '^allfold: .* any '
    awk '$2 == "reduce" { calls += $6 } END { exit calls != 240 }' "$directory/out" || fail "a Reduce is lost in the table"
    ;;
  many-communicators) # All calls are counted, also those on freed communicators.
    run $profile -n 3 "$program" many-communicators
    read_profile
    [ "$(sum_of calls class allreduce bytes 6)" = 1200.000 ] || fail "calls are lost: $(cat "$directory/rows")"
    expect communicator - ranks 2 count 300
    expect class allreduce bytes 6 ranks 2 calls 600 of_ranks 2
    ;;
  with-statistics) # The table is the same with and without a profile, and the profile has the calls of the table.
    for what in counts threads; do
      for with in "" "$profile"; do
        run -x ALLFOLD_STATS=1 $with -n 3 "$program" $what
        grep '^allfold: ' "$directory/out" | sed 's/  *[0-9]*\.[0-9]*  */ /' > "$directory/table${with:+-beside}"
      done
      diff "$directory/table" "$directory/table-beside" || fail "a profile changes the table"
      read_profile
      for collective in allreduce reduce; do
        [ "$(awk -v is=$collective '$2 == is { calls += $6 } END { printf "%.3f", calls }' "$directory/table")" = \
          "$(sum_of calls class $collective)" ] || fail "the profile has other calls"
      done
    done
    ;;
  not-for-allfold)
    run $profile -n 4 "$program" not-for-allfold
    read_profile
    # Counted as one call of each group.
    expect class allreduce bytes 5 by native ranks 2 nodes 0 calls 4 of_ranks 4 known_ms 0.000
    expect class reduce bytes 5 by native ranks 2 nodes 0 calls 3 of_ranks 4 known_ms 0.000
    ;;
  threads)
    run $profile -n 2 "$program" threads
    read_profile
    [ "$(sum_of calls class allreduce bytes 4)" = 801.000 ] || fail "calls are lost: $(cat "$directory/rows")"
    expect class allreduce bytes 4 on - calls 800 of_ranks 2
    ;;
  folder) # MORE is the command. Each run has its own file, which its name identifies.
    for ranks in 2 1; do run -x ALLFOLD_PROFILE="$directory/made/kept/" -n "$ranks" "$program" counts; done
    run -x ALLFOLD_PROFILE="$directory/made" -n 1 "$program" counts
    host=$(uname -n)
    for kept in "$directory"/made/kept/* "$directory"/made/*.json; do
      [[ ${kept##*/} =~ ^profiled-$host-[0-9]+[.]json$ ]] || fail "a file is named $kept"
      read_profile "$kept"
      expect profile profiled partial -
    done
    [ "$(find "$directory/made" -type f | wc -l)" = 3 ] || fail "files: $(find "$directory/made")"
    # Any other file there is no complete profile, and is not added.
    timeout 60 $MPIRUN -x ALLFOLD_PROFILE="$directory/made/kept/" -n 2 "$program" abort-elsewhere > "$directory/out" 2>&1 || true
    says "^allfold: notice: ALLFOLD_PROFILE=.*/made/kept/: .*/made/kept/profiled-$host-[0-9]+[.]json[.]1 contains the calls of rank 1 only: "
    timeout 60 $MPIRUN -x ALLFOLD_PROFILE="$directory/made/kept/" -n 2 "$program" abort > "$directory/out" 2>&1 || true
    touch "$directory/made/kept/"{notes.txt,rules.json,1.json}
    "$1" report "$directory/made/kept" > "$directory/out" || fail "no report"
    says_in_lines 2 '/made/kept/profiled-.*[.]json: profiled on '
    "$1" report "$directory/made/kept" 2>&1 > /dev/null | grep -qx "allfold report: notice: .*/made/kept: 1 partial profile ignored; .*" ||
      fail "the partial profile is not named"
    "$1" report "$directory/made/" > "$directory/out" || fail "no report"
    says_in_lines 1 '/made/profiled-.*[.]json: profiled on '
    mkdir "$directory/empty"
    ! "$1" report "$directory/empty" > "$directory/out" 2>&1 || fail "a report of nothing"
    says '^allfold report: .*/empty: no complete profile in this folder: '
    ;;
  sites) # MORE is the command, which names the call sites.
    run $profile -x ALLFOLD_PROFILE_SITES=1 -n 2 "$program" sites
    read_profile
    expect class allreduce bytes 6 site assemble calls 3
    expect class allreduce bytes 6 site residual calls 5
    grep -q "\"object\": \"$(readlink -f "$program")\"" "$file" || fail "the program is not named"
    "$1" report "$file" > "$directory/out" || fail "no report"
    for site in assemble.3 residual.5; do
      line=$(awk -v name="${site%.*}" '$0 ~ " " name "\\(void\\) {" { print NR + 1 }' "$(dirname "$0")/profiled.c")
      says "^sum_all at profiled\.c:[0-9]+, inlined in ${site%.*} at profiled\.c:$line .* ${site#*.} "
    done
    # Without addr2line the report shows the function and the offset in it.
    PATH="$directory" "$1" report "$file" > "$directory/out" || fail "no report"
    says '^assemble[+]0x[0-9a-f]* in profiled .* 3 '
    says '^residual[+]0x[0-9a-f]* in profiled .* 5 '
    run $profile -n 2 "$program" sites
    read_profile
    expect class allreduce bytes 6 site - calls 8
    ;;
  abort) # Rank 0 writes its own data; the job's exit status is the same as without a profile.
    status=0
    timeout 60 $MPIRUN $profile -n 3 "$program" abort > "$directory/out" 2>&1 || status=$?
    without=0
    timeout 60 $MPIRUN -n 3 "$program" abort > /dev/null 2>&1 || without=$?
    [ $status = $without ] || fail "status $status instead of $without"
    read_profile
    expect profile profiled partial the_program_called_MPI_Abort ranks 3 observed 1
    expect class allreduce bytes 10 calls 10 of_ranks 1 known_ms 0.000
    says '^allfold: notice: ALLFOLD_PROFILE=.*: .*/profile.json contains the calls of rank 0 only: the program called MPI_Abort$'
    ;;
  abort-elsewhere)
    timeout 60 $MPIRUN $profile -n 3 "$program" abort-elsewhere > "$directory/out" 2>&1 || true
    read_profile "$file.1"
    expect profile profiled partial the_program_called_MPI_Abort observed 1
    ;;
  exit)
    timeout 60 $MPIRUN $profile -n 2 "$program" exit > "$directory/out" 2>&1 || true
    read_profile
    expect profile profiled partial the_program_ended_without_MPI_Finalize observed 1
    expect class allreduce bytes 10 calls 10
    [ ! -e "$file.1" ] || fail "rank 1 writes, too"
    ;;
  fork) # A child of rank 0 that calls exit() is no rank, and writes nothing.
    run $profile -n 2 "$program" fork
    says_in_lines 2 'is done$'
    says_in_lines 0 'allfold'
    read_profile
    expect profile profiled observed 2
    expect class allreduce bytes 10 calls 10
    run -x ALLFOLD_MODE=compare -n 2 "$program" fork
    says_in_lines 1 '^allfold: comparison of '
    ;;
  on-some-ranks) # No rank waits for one that has no profile, and all calls are served.
    run -n 1 $profile "$program" counts : -n 2 "$program" counts
    says_in_lines 3 'is done$'
    read_profile
    expect profile profiled partial no_reduction_on_a_communicator_of_all_ranks,_or_not_all_ranks_have_ALLFOLD_PROFILE
    expect class allreduce bytes 10 calls 10 of_ranks 1
    run -n 1 "$program" counts : -n 1 $profile "$program" counts
    says_in_lines 2 'is done$'
    read_profile "$file.1"
    ;;
  nothing) # A program without reductions.
    run $profile -n 2 "$program" none
    read_profile
    expect profile profiled ranks 2 observed 1
    ;;
  unwritable) # The profile is written elsewhere, and the program keeps its exit status.
    status=0
    TMPDIR=$directory timeout 60 $MPIRUN -x TMPDIR="$directory" -x ALLFOLD_PROFILE="$directory/nowhere/profile.json" -n 1 \
      "$program" status > "$directory/out" 2>&1 || status=$?
    [ $status = 3 ] || fail "status $status"
    says_in_lines 1 "^allfold: warning: ALLFOLD_PROFILE=.*/nowhere/profile.json: cannot be written: No such file.*; the\
 profile is in $directory/allfold-profile-.*/profile.json on node [^ ]+$"
    read_profile "$(echo "$directory"/allfold-profile-*/profile.json)"
    expect class allreduce bytes 4 calls 1
    ;;
  skewed) # MORE is on_nodes.sh and skewed_clock: two nodes, whose clocks differ and drift. Without a correction of
    # the drift, the ranks of node 1 would appear to arrive later, or earlier, from call to call.
    on_nodes=$1 clock=$2
    export ALLFOLD_PROFILE=$file LD_PRELOAD=$clock SKEWED_RANKS_PER_NODE=2
    status=0
    timeout 100 "$on_nodes" 2 4 "$program" late > "$directory/out" 2>&1 || status=$?
    unset LD_PRELOAD
    [ $status != 77 ] || { cat "$directory/out"; exit 77; }
    [ $status = 0 ] || fail "status $status"
    read_profile
    expect profile profiled nodes 2 per_node 2 observed 4
    # Of the 250 ms of a rank of node 0, all ranks but rank 0 wait all the time; ranks of node 1 measure twice that
    # time, and wait for half of it.
    between 0.45 0.8 "$(awk -v waiting="$(sum_of waiting_ms class allreduce bytes 8)" \
      -v all="$(sum_of ms class allreduce bytes 8)" 'BEGIN { print waiting / all }')" "share of waiting"
    between 0.1 20000 "$(sum_of clock_error_us)" "error of the clocks"
    ;;
  schema)
    schema=$1
    python3 -c 'import jsonschema' 2> /dev/null || { echo "there is no jsonschema for Python"; exit 77; }
    run $profile -x ALLFOLD_PROFILE_SITES=1 -n 2 "$program" counts
    python3 - "$schema" "$file" << 'END' || fail "the profile is not as $schema has it"
import json, jsonschema, sys
schema, profile = (json.load(open(name)) for name in sys.argv[1:])
jsonschema.Draft202012Validator.check_schema(schema)
validator = jsonschema.Draft202012Validator(schema)
validator.validate(profile)
profile["classes"][0]["colour"] = "red"
assert not validator.is_valid(profile), "an unknown key is valid"
END
    ;;
  *)
    echo "no such case: $case"
    exit 2
    ;;
esac
