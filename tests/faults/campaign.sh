#!/bin/bash
# campaign.sh PIECE [--full [K/N]]: runs a program of random reductions under one fault at a time.
#
# PIECE: memory, system, reads, areas, ranks, stopped, settings or program. Each run must end with the right answers,
# with an MPI error, with one message of Allfold, or as it does without Allfold; never with a wrong result. It must
# end within 90 s (15 s more if a rank was stopped), of which at most 10 s may follow a message that ends the job. No
# files may remain in /dev/shm or TMPDIR, and no process. Prints a table of the results: fault, phase, outcome. With
# --full every call of a kind fails in its own run, on the first rank, on another one and on all; otherwise some of
# the calls fail, rotating over these three.
#
# The environment contains MPIRUN, with its flags, LIBRARY, OTHER_BUILD (of the library), PROGRAM (reductions),
# LATE_ROOT, SHIM and ON_NODES (tests/mpi/support/on_nodes.sh).
set -euo pipefail
export LC_ALL=C
# There are hundreds of runs, so each run starts as few processes as possible.
shopt -s nullglob dotglob extglob

# A private /dev/shm shows what is left there, and can be filled.
if [ "${FAULTS_SHM:-}" = "" ] && unshare -m true 2>/dev/null; then
  exec env FAULTS_SHM=own unshare -m "$0" "$@"
fi
if [ "${FAULTS_SHM:-}" = own ]; then
  mount -t tmpfs -o size=256m tmpfs /dev/shm
else
  FAULTS_SHM=of-all
fi

piece=$1 full=${2:-} part=${3:-1/1}
if ! [[ $part =~ ^[1-9][0-9]*/[1-9][0-9]*$ ]] || [ "${part%/*}" -gt "${part#*/}" ]; then
  echo "campaign.sh: '$part' is no part: expected K/N, such as 1/4, with K up to N" >&2
  exit 2
fi
# shellcheck disable=SC2153  # that is the name
read -ra mpirun <<<"$MPIRUN"
patience=90 # a run takes a second or two, but longer on a busy machine
patience_after_message=10
phases=(set-up short long messages lanes)
work=$(mktemp -d)
profile=$work/profile.json
running=
trap 'end_running; rm -rf "$work"' EXIT
export TMPDIR=$work/tmp
table=$work/table failed=0

# Never has any data, so that a read with a time limit waits.
exec {nothing}<> <(:)

end_running() {
  [ -z "$running" ] || kill -TERM "$running" 2>/dev/null || true
}

# Sets `processes` to the processes of a run, which a variable that they inherit identifies.
find_processes_of() {
  processes=$(grep -lsaz "^FAULTS_RUN=$1\$" /proc/[0-9]*/environ 2>/dev/null) || true
  processes=${processes//[^0-9$'\n']/}
  processes=${processes//$'\n'/ }
}

stacks_of() {
  local process processes
  command -v gdb >/dev/null || return 0
  find_processes_of "$1"
  for process in $processes; do
    grep -qs reductions "/proc/$process/cmdline" || continue
    timeout 20 gdb -p "$process" -batch -ex 'thread apply all bt 14' 2>/dev/null | grep '^#' || true
  done
}

# Reads the output of a run. Sets `text`, `rights` (the number of ranks with right answers), and `said` (the number of
# Allfold's messages, without the tables that ALLFOLD_STATS requests).
read_output() {
  local line lines
  rights=0 said=0
  mapfile -d '' -t lines <"$work/out"
  printf -v text '%s' "${lines[@]}"
  mapfile -t lines <<<"$text"
  for line in "${lines[@]}"; do
    case $line in
      *'is right') rights=$((rights + 1)) ;;
      'allfold: '@('statistics of'|collective|allreduce|reduce)' '*) ;;
      'allfold: '*) said=$((said + 1)) ;;
    esac
  done
}

# outcome_of STATUS RANKS: sets `outcome`; the most severe outcome is checked first.
outcome_of() {
  local status=$1 ranks=$2
  if [[ $text = *'is WRONG'* ]]; then outcome="WRONG RESULT"
  elif [[ $text =~ terminate\ called|signal\ 11|signal\ [678]\ |EXIT\ CODE:\ (134|135|136|139) ]]; then outcome="CRASH"
  elif [ "$status" = 0 ] && [ $rights = "$ranks" ]; then
    if [ $said = 0 ]; then outcome="right"; else outcome="right, notice"; fi
  elif [ $said -gt 1 ]; then outcome="$said MESSAGES"
  elif [ $said = 1 ]; then outcome="message"
  elif [[ $text = *'got an MPI error: '* ]]; then outcome="MPI error"
  # mpirun's own message is sometimes lost.
  elif [ "$status" != 0 ]; then outcome="ended by MPI"
  else outcome="UNKNOWN"; fi
}

# Sets `left` to what a run has left behind: processes, and files in /dev/shm and TMPDIR.
find_what_is_left_by() {
  local processes file
  for _ in 1 2 3 4 5 6 7 8 9 10; do
    find_processes_of "$1"
    [ -n "$processes" ] || break
    sleep 0.3
  done
  left=$processes
  for file in "$TMPDIR"/*; do
    [[ ${file##*/} = @(ompi.|pmix)* ]] || left+=" ${file##*/}"
  done
  [ "$FAULTS_SHM" = own ] || return 0
  for file in /dev/shm/*; do left+=" $file"; done
}

# run FAULT PHASE EXPECTED COMMAND...: one run. EXPECTED is a pattern of outcomes.
runs=0
run() {
  local fault=$1 phase=$2 expected=$3 limit=$((SECONDS + patience)) status=0 ranks=3 told=
  local outcome='' left text rights said looks=0
  shift 3
  case $fault in *stopped*) limit=$((limit + 15)) ;; esac
  [ "$phase" != lanes ] || ranks=4
  rm -rf "$TMPDIR" "$profile" && mkdir "$TMPDIR"
  local id=$$.$((++runs))
  env "FAULTS_RUN=$id" "$@" >"$work/out" 2>&1 </dev/null &
  running=$!
  until ! kill -0 $running 2>/dev/null || [ $SECONDS -ge $limit ] || [ "$outcome" = message ]; do
    read -r -t 0.05 -u "$nothing" || true
    [ -z "$told" ] && [ $((++looks % 10)) = 0 ] || continue
    read_output
    [ $said = 0 ] || told=$SECONDS
    # A job with ranks that do not load Allfold can only be ended, once the message has been printed.
    [ $said = 0 ] || [[ $fault != *without* ]] || outcome=message
  done
  if kill -0 $running 2>/dev/null; then
    if [ -z "$outcome" ]; then
      outcome=HANG
      stacks_of "$id" >"$work/stacks"
    fi
    end_running
  fi
  wait $running || status=$?
  running=
  read_output
  [ -n "$outcome" ] || outcome_of $status $ranks
  if [ "$outcome" = message ] && [ $((SECONDS - ${told:-SECONDS})) -gt $patience_after_message ]; then
    outcome="message, END after $((SECONDS - told)) s"
  fi
  find_what_is_left_by "$id"
  left=${left# }
  if [ -n "$left" ]; then outcome+=", LEFT: $left"; fi
  if [ "$phase $outcome" = "profiled right" ] && ! grep -qs '^ "classes": \[$' "$profile"; then outcome+=", NO PROFILE"; fi
  if ! [[ $outcome =~ ^($expected)$ ]]; then
    failed=$((failed + 1))
    echo "FAILED: $fault, $phase: $outcome, expected $expected: $*"
    tail -n 30 "$work/out"
    [ "$outcome" != HANG ] || cat "$work/stacks"
  fi
  printf '%s\t%s\t%s\n' "$fault" "$phase" "$outcome" >>"$table"
}

# under PHASE PRELOAD [FAULT]: sets `command`, which runs the program with these libraries.
under() {
  local phase=$1 preload=$2 calls=$1
  shift 2
  case $phase in
    messages | lanes | read | read-whole) calls=long ;;
    init) calls=set-up ;;
    reports | profiled) calls=short ;;
  esac
  local program=(env "LD_PRELOAD=$preload" "$PROGRAM" "$calls" "$@")
  [ "$phase" != late ] || program=(env "LD_PRELOAD=$preload" "$LATE_ROOT" "$@")
  case $phase in
    lanes) command=("$ON_NODES" 2 4 "${program[@]}") ;;
    profiled) command=(env "ALLFOLD_PROFILE=$profile" "${mpirun[@]}" -n 3 "${program[@]}") ;;
    init) command=(env FAULTS_IN=init "${mpirun[@]}" -n 3 "${program[@]}") ;;
    messages) command=(env ALLFOLD_NODE=0 "${mpirun[@]}" -n 3 "${program[@]}") ;;
    read | read-whole) command=(env ALLFOLD_NODE="$phase" "${mpirun[@]}" -n 3 "${program[@]}") ;;
    reports) command=(env FAULTS_IN=finalize ALLFOLD_STATS=1 ALLFOLD_TUNE=online "ALLFOLD_TUNE_FILE=$work/learnt.json"
      "${mpirun[@]}" -n 3 "${program[@]}") ;;
    *) command=("${mpirun[@]}" -n 3 "${program[@]}") ;;
  esac
}

# fails CALL PHASE EXPECTED: the calls of that name fail one by one, on the first rank, on another one and on all. If
# no call fails, the outcome is the first one that is expected.
fails() {
  local name=$1 phase=$2 expected=$3 count=$work/count least most nth rank turn=0 on=(0 1 "")
  rm -f "$count"
  under "$phase" "$SHIM:$LIBRARY"
  run "$name counted" "$phase" "${expected%%|*}" \
    env FAULTS_CALL="$name" FAULTS_COUNT="$count" "${command[@]}"
  least=$(sort -n "$count" 2>/dev/null | head -n 1)
  most=$(sort -n "$count" 2>/dev/null | tail -n 1)
  if [ "$full" = --full ]; then
    for nth in $(seq "${part%/*}" "${part#*/}" "${most:-0}"); do
      for rank in "${on[@]}"; do fails_once; done
    done
    return
  fi
  for nth in $(some_of "${least:-0}" "${most:-0}"); do
    if [ "${most:-0}" -gt 4 ]; then
      rank=${on[turn++ % 3]}
      fails_once
    else
      for rank in "${on[@]}"; do fails_once; done
    fi
  done
}

# One run of `fails`, in which the `nth` call fails on `rank`.
fails_once() {
  run "$name ${FAULTS_HOW:-fails} on ${rank:-all}" "$phase" "$expected" \
    env FAULTS_CALL="$name" FAULTS_NTH="$nth" ${rank:+FAULTS_RANK=$rank} "${command[@]}"
}

# some_of LEAST MOST: all numbers up to MOST if they are few. Otherwise more of the small numbers, and those just
# before LEAST, the number of calls of the rank that makes the fewest.
some_of() {
  awk -v least="$1" -v most="$2" 'BEGIN {
    for (n = 1; n <= most; n = most > 4 ? 2 * n + 1 : n + 1) print n
    for (n = least - 4; most > 4 && n <= least; ++n) if (n > 0) print n
    if (most > 0) print most }' | sort -nu
}

# The first such call, made in MPI_Init, fails, and so do all later ones.
always_fails() {
  local name=$1 phase="from init on" expected=$2 nth=1 rank
  under init "$SHIM:$LIBRARY"
  command=(env FAULTS_AND_LATER=1 "${command[@]}")
  for rank in 0 1 ""; do fails_once; done
}

memory() {
  local phase
  fails malloc init "right|message|MPI error"
  for phase in "${phases[@]}"; do fails malloc "$phase" "right|message|MPI error"; done
  # The program's results are right, and a message says what is missing in reports and profiles.
  fails malloc reports "right(, notice)?|message|MPI error"
  fails malloc profiled "right|right, notice|message|MPI error"
}

system() {
  local call
  for call in memfd_create ftruncate madvise posix_fallocate mmap open; do
    always_fails $call right
    fails $call set-up right
    if [ "$full" = --full ]; then fails $call long right; fi
  done
  # Memory for long vectors is allocated with the first of them.
  [ "$full" = --full ] || fails posix_fallocate long right
  fails madvise long right
  fails posix_fallocate lanes right
  for call in no-files no-files-on-all no-file-sizes; do
    under long "$LIBRARY" $call
    run "$call" long "right|message" "${command[@]}"
  done
  full_shm
}

# Reads of other ranks' vectors: from one read on, the system refuses them, or the read meets unreadable memory,
# immediately or after half of the bytes.
reads() {
  local phase
  export FAULTS_HOW FAULTS_AND_LATER=1
  for phase in read read-whole; do
    for FAULTS_HOW in refused fault short; do
      [ "$full" = --full ] || [ "$phase $FAULTS_HOW" != "read-whole refused" ] || continue
      fails process_vm_readv "$phase" right
    done
  done
}

# A rank whose memory others still read allocates more, or continues without. The allocation may fail, or the other
# ranks may be unable to map the memory, once or from then on.
areas() {
  local call
  for call in open mmap ftruncate madvise; do fails $call late right; done
  export FAULTS_AND_LATER=1
  for call in open mmap; do fails $call late right; done
  under late "$LIBRARY" no-files
  run "no-files-on-all" late right "${command[@]}"
}

full_shm() {
  if [ "$FAULTS_SHM" != own ]; then
    printf '%s\t%s\t%s\n' "/dev/shm full" long "skipped: mounts are not for us" >>"$table"
    return
  fi
  mount -o remount,size=8k /dev/shm
  # If Open MPI itself cannot have shared memory, it sends its messages over TCP.
  command=("${mpirun[@]}" --by-network -n 3 env "LD_PRELOAD=$LIBRARY" "$PROGRAM" long)
  run "/dev/shm full" long "right" "${command[@]}"
  mount -o remount,size=256m /dev/shm
}

# The failure of a rank ends the job with Allfold as it does without.
as_native() {
  local fault=$1 phase=$2 native
  under "$phase" "" "$fault"
  run "$fault, natively" "$phase" ".*" "${command[@]}"
  native=$(tail -n 1 "$table" | cut -f3)
  sed -i '$d' "$table"
  under "$phase" "$LIBRARY" "$fault"
  run "$fault" "$phase" "$native" "${command[@]}"
}

stops() {
  local fault=$1 phase=$2
  under "$phase" "$LIBRARY" "$fault"
  run "$fault" "$phase" "right(, notice)?" "${command[@]}"
}

ranks() {
  local phase
  for phase in "${phases[@]}"; do
    for fault in killed aborts exits; do as_native $fault "$phase"; done
  done
  as_native killed-at-first set-up
}

# A rank stops for 15 s, and continues.
stopped() {
  local phase
  stops stopped-at-first set-up
  for phase in "${phases[@]}"; do stops stopped "$phase"; done
}

# The first two ranks run with Allfold, the last one as the arguments say.
mixed() {
  local fault=$1 expected=$2
  shift 2
  run "$fault" set-up "$expected" "${mpirun[@]}" \
    -n 2 env "LD_PRELOAD=$LIBRARY" "$PROGRAM" set-up : \
    -n 1 env "$@" "$PROGRAM" set-up
}

settings() {
  echo '{' >"$work/faulty.json"
  mixed "a rank without Allfold" "message"
  mixed "a rank with another build of Allfold" "right, notice" "LD_PRELOAD=$OTHER_BUILD"
  mixed "a rank with other variables" "message" "LD_PRELOAD=$LIBRARY" ALLFOLD_NODE=0
  mixed "a rank with other rules" "right|right, notice|message" "LD_PRELOAD=$LIBRARY" \
    "ALLFOLD_RULES=$work/none.json"
  mixed "a rank with faulty rules" "right|right, notice|message" "LD_PRELOAD=$LIBRARY" \
    "ALLFOLD_RULES=$work/faulty.json"
}

program() {
  local phase fault
  for phase in "${phases[@]}"; do
    for fault in forks signals; do
      under "$phase" "$LIBRARY" "$fault"
      run "$fault" "$phase" "right" "${command[@]}"
    done
  done
}

"$piece"
# Each line once, with the number of runs that ended so.
sort "$table" | uniq -c | awk '{ n = $1; sub(/^ *[0-9]+ /, ""); split($0, part, "\t")
  printf "| %s | %s | %s | %d |\n", part[1], part[2], part[3], n }'
echo "$runs runs, $failed failed"
[ $failed = 0 ]
