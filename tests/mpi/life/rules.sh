#!/bin/bash
# rules.sh CASE ONCE PARTS [NAMED-MPI]: the rules that apply in a program, and the messages about them. ONCE is
# reduce_once, PARTS is rules_of_parts, and NAMED-MPI is the library of named_mpi.c; the environment contains MPIRUN,
# with its flags.
set -euo pipefail
once=$2 parts=$3 named_mpi=${4:-}
# shellcheck source=own_rules.sh
. "$(dirname "$0")/own_rules.sh"
in_directory=$(literally "$directory") in_own=$(literally "$own") # in patterns

# rules FILE KERNEL [MEMBERS]: rules for all numbers of ranks and all lengths, from line 2 on.
rules() {
  printf '{"format": "allfold rules 1", %s "rules": [\n%s\n%s]}\n' "${3:-}" \
    "{\"collective\": \"allreduce\", \"choose\": [{\"kernel\": \"$2\"}]}," \
    "{\"collective\": \"reduce\", \"choose\": [{\"kernel\": \"ring\"}]}" > "$1"
}
machine() { # machine PROCESSOR: this machine, with another processor
  local network=tcp devices
  for devices in /sys/class/infiniband /sys/class/cxi /sys/class/hfi1; do
    [ -z "$(ls -A "$devices" 2> /dev/null)" ] || network=high-speed
  done
  printf '"machine": {"processor": "%s", "processors": %s, "network": "%s", "mpi": "%s"},' \
    "$1" "$(getconf _NPROCESSORS_ONLN)" "$network" \
    "$($MPIRUN --version | sed -n -e 's/^mpi[a-z]* ([^)]*) /Open MPI /p' -e 's/^ *Version: */MPICH /p')"
}
# The name of this machine's processor. On ARM the system has numbers instead (tests/mpi/topology_test.cpp), and the name
# is taken from a warning.
processor=$(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1)
if [ -z "$processor" ]; then
  rules "$directory/other.json" ring "$(machine 'of another machine')"
  run good -x ALLFOLD_RULES="$directory/other.json" -n 1 "$once"
  processor=$(sed -n "s/.* is 'of another machine', here '\([^']*\)'.*/\1/p" "$directory/out")
fi

# kinds FOLDER: rules files for two kinds of machines in a new folder.
kinds() {
  mkdir -p "$1"
  rules "$1/one.json" ring '"machine": {"mpi": "Kind 1"},'
  rules "$1/two.json" bruck '"machine": {"mpi": "Kind 2"},'
}

rules "$directory/ring.json" ring
rules "$directory/bruck.json" bruck
echo '{"format": "allfold rules 1", "rule": [], "modle": 1}' > "$directory/faulty.json"
case $1 in
  named)
    run good -x ALLFOLD_RULES="$directory/ring.json" -n 3 "$once"
    says_in_lines 1 "^allfold: allreduce on 3 ranks, 4 B: ring \($in_directory/ring.json:2, 3 ranks, any length\)$"
    says_in_lines 1 '^allfold: '
    run good -x ALLFOLD_RULES=none -n 3 "$once"
    says_in_lines 0 'rules.json'
    says_in_lines 1 '^allfold: '
    ;;
  at-rank-0-only) # The other ranks name no file, or one that does not exist.
    run good -n 1 -x ALLFOLD_RULES="$directory/ring.json" "$once" : -n 2 "$once"
    says_in_lines 1 '4 B: ring \('
    run good -n 1 -x ALLFOLD_RULES="$directory/ring.json" "$once" : \
      -n 1 -x ALLFOLD_RULES="$directory/nowhere.json" "$once" : -n 1 -x ALLFOLD_RULES=none "$once"
    says_in_lines 1 '4 B: ring \('
    says_in_lines 1 '^allfold: '
    run good -n 1 -x ALLFOLD_RULES=none "$once" : -n 2 -x ALLFOLD_RULES="$directory/ring.json" "$once"
    says_in_lines 0 '4 B: ring'
    ;;
  named-and-faulty) # All errors are reported, once, and end the program.
    run bad -x ALLFOLD_RULES="$directory/faulty.json" -n 3 "$once"
    says_in_lines 1 "^allfold: $in_directory/faulty.json:1: rule: unknown key: .+ \(did you mean 'rules'\?\)$"
    says_in_lines 1 "^allfold: $in_directory/faulty.json:1: modle: unknown key: .+ \(did you mean 'model'\?\)$"
    says_in_lines 2 '^allfold: '
    says_in_lines 0 'is back'
    run bad -x ALLFOLD_RULES="$directory/nowhere.json" -n 3 "$once"
    says_in_lines 1 '^allfold: ALLFOLD_RULES=.*nowhere.json: cannot be read: No such file'
    says_in_lines 1 '^allfold: '
    says_in_lines 0 'is back'
    ;;
  by-default)
    cp "$directory/ring.json" "$own"
    run good -n 3 "$once"
    says_in_lines 1 "4 B: ring \($in_own:2, "
    run good -x ALLFOLD_RULES="$directory/bruck.json" -n 3 "$once"
    says_in_lines 1 '4 B: bruck \('
    run good -x ALLFOLD_RULES=none -n 3 "$once"
    says_in_lines 0 'ring|bruck'
    ;;
  by-default-and-faulty)
    cp "$directory/faulty.json" "$own"
    run good -n 3 "$once"
    says_in_lines 1 "^allfold: warning: $in_own:1: rule: "
    says_in_lines 1 "^allfold: warning: $in_own:1: modle: "
    says_in_lines 1 "^allfold: warning: $in_own: not used: see above; "
    says_in_lines 4 '^allfold: '
    says_in_lines 3 'is back'
    run good -n 4 "$parts" # Each half has a rank 0, which reads the file.
    says_in_lines 2 "^allfold: warning: $in_own: not used"
    ;;
  of-another-machine)
    rules "$own" ring "$(machine 'of another machine')"
    run good -n 3 "$once"
    says_in_lines 1 "^allfold: $in_own: not used: its processor is 'of another machine', here '$(literally "$processor")'; "
    says_in_lines 2 '^allfold: '
    says_in_lines 0 '4 B: ring'
    run good -x ALLFOLD_VERBOSE=0 -n 3 "$once"
    says_in_lines 0 '^allfold: '
    run good -x ALLFOLD_RULES="$own" -n 3 "$once"
    says_in_lines 1 "^allfold: warning: $in_own: measured on another machine: its processor is 'of another machine', here "
    says_in_lines 1 '4 B: ring'
    says_in_lines 2 '^allfold: '
    ;;
  of-this-machine)
    rules "$own" ring "$(machine "$processor")"
    run good -n 3 "$once"
    says_in_lines 1 '4 B: ring'
    says_in_lines 1 '^allfold: '
    ;;
  reproducible)
    run good -x ALLFOLD_REPRODUCIBLE=1 -x ALLFOLD_RULES="$directory/ring.json" -n 3 "$once"
    says_in_lines 1 "4 B: node .*; $in_directory/ring.json:2 is skipped: ring does not bracket operands as"
    ;;
  parts) # Both halves read their own files; on a common communicator rank 0's rules apply, and everywhere after that.
    run good -n 2 -x ALLFOLD_RULES="$directory/ring.json" "$parts" : \
      -n 2 -x ALLFOLD_RULES="$directory/bruck.json" "$parts"
    says_in_lines 3 'on 2 ranks, 4 B: ring \('
    says_in_lines 1 'on 2 ranks, 4 B: bruck \('
    says_in_lines 1 'on 4 ranks, 4 B: ring \('
    run good -n 4 -x ALLFOLD_RULES="$directory/ring.json" "$parts" --configure "$directory/bruck.json"
    says_in_lines 4 'on 2 ranks, 4 B: ring \('
    says_in_lines 1 'on 4 ranks, 4 B: ring \('
    says_in_lines 1 'on 4 ranks, 4 B: bruck \('
    ;;
  without-rank-0) # Ranks without the file take the rules of others, in the first call together with them.
    run good -n 2 -x ALLFOLD_RULES="$directory/ring.json" "$parts" : \
      -n 2 -x ALLFOLD_RULES="$directory/nowhere.json" "$parts"
    says_in_lines 3 'on 2 ranks, 4 B: ring \('
    says_in_lines 1 'on 2 ranks, 4 B: node \('
    says_in_lines 1 'on 4 ranks, 4 B: ring \('
    says_in_lines 5 '^allfold: '
    run good -n 1 -x ALLFOLD_RULES="$directory/ring.json" "$parts" --on-the-way : \
      -n 2 -x ALLFOLD_RULES="$directory/nowhere.json" "$parts" --on-the-way
    says_in_lines 2 'on 2 ranks, 4 B: ring \('
    says_in_lines 0 'on 2 ranks, 4 B: node'
    cp "$directory/ring.json" "$own"
    run good -n 1 "$parts" --on-the-way : -n 2 -x XDG_CONFIG_HOME="$directory/nowhere" "$parts" --on-the-way
    says_in_lines 2 'on 2 ranks, 4 B: ring \('
    says_in_lines 0 'on 2 ranks, 4 B: node'
    ;;
  without-rank-0-and-faulty) # A file that exists and is invalid ends the program, and is named once.
    run bad -n 2 -x ALLFOLD_RULES=none "$parts" : -n 2 -x ALLFOLD_RULES="$directory/faulty.json" "$parts"
    says_in_lines 1 "^allfold: $directory/faulty.json:1: rule: "
    says_in_lines 1 "^allfold: $directory/faulty.json:1: modle: "
    says_in_lines 2 "^allfold: .*faulty"
    run bad -x ALLFOLD_RULES="$directory/faulty.json" -n 3 "$parts" --on-the-way
    says_in_lines 2 "^allfold: .*faulty"
    run bad -n 2 -x ALLFOLD_RULES="$directory/nowhere.json" "$parts" : -n 2 -x ALLFOLD_RULES=none "$parts"
    says_in_lines 1 '^allfold: ALLFOLD_RULES=.*nowhere.json: cannot be read: No such file'
    ;;
  unreadable) # Reported at once, with its kind.
    mkfifo "$directory/pipe"
    for file in "$directory/pipe" /dev/zero; do
      run bad -x ALLFOLD_RULES="$file" -n 2 "$once"
      says_in_lines 1 "^allfold: ALLFOLD_RULES=$file: cannot be read: not a regular file;"
      says_in_lines 1 '^allfold: '
    done
    truncate -s 1G "$own"
    run bad -x ALLFOLD_RULES="$own" -n 2 "$once"
    says_in_lines 1 "^allfold: ALLFOLD_RULES=$own: cannot be read: larger than 16 MiB;"
    run good -n 2 "$once"
    says_in_lines 1 "^allfold: warning: $own: not used: larger than 16 MiB;"
    rm "$own"
    mkfifo "$own"
    run good -n 2 "$once"
    says_in_lines 1 "^allfold: warning: $own: not used: not a regular file;"
    ;;
  of-two-kinds) # The file for the machine of rank 0. A file rules.json precedes the folder.
    kinds "${own%/*}/rules.d"
    kinds "$directory/named"
    for folder in "${own%/*}/rules.d" "$directory/named"; do
      setting=auto in_folder=$(literally "$folder")
      [ "$folder" != "$directory/named" ] || setting=$folder
      run good -x LD_PRELOAD="$named_mpi" -x MPI_NAMED='Kind 1' -x ALLFOLD_RULES="$setting" -n 3 "$once"
      says_in_lines 1 "^allfold: allreduce on 3 ranks, 4 B: ring \($in_folder/one.json:2, "
      says_in_lines 1 "^allfold: $in_folder/two.json: not used: its MPI library is 'Kind 2', here 'Kind 1'; "
      says_in_lines 2 '^allfold: '
      run good -x LD_PRELOAD="$named_mpi" -x MPI_NAMED='Kind 2' -x ALLFOLD_RULES="$setting" -n 3 "$once"
      says_in_lines 1 "^allfold: allreduce on 3 ranks, 4 B: bruck \($in_folder/two.json:2, "
      # Machines that have no file are no reason for a warning.
      run good -x ALLFOLD_RULES="$setting" -n 3 "$once"
      says_in_lines 2 "^allfold: $in_folder/(one|two).json: not used: "
      says_in_lines 0 '4 B: (ring|bruck)'
      run good -x ALLFOLD_RULES="$setting" -x ALLFOLD_VERBOSE=0 -n 3 "$once"
      says_in_lines 0 '^allfold: '
    done
    cp "$directory/bruck.json" "$own"
    run good -x LD_PRELOAD="$named_mpi" -x MPI_NAMED='Kind 1' -n 3 "$once"
    says_in_lines 1 "^allfold: allreduce on 3 ranks, 4 B: bruck \($in_own:2, "
    says_in_lines 1 '^allfold: '
    ;;
  of-two-kinds-and-faulty) # A faulty file is named once, and the others count.
    kinds "$directory/rules.d"
    cp "$directory/faulty.json" "$directory/rules.d/a.json"
    mkfifo "$directory/rules.d/b.json"
    run good -x LD_PRELOAD="$named_mpi" -x MPI_NAMED='Kind 2' -x ALLFOLD_RULES="$directory/rules.d" -x ALLFOLD_VERBOSE=0 \
      -n 3 "$once"
    says_in_lines 2 "^allfold: warning: $in_directory/rules.d/a.json:1: (rule|modle): "
    says_in_lines 1 "^allfold: warning: $in_directory/rules.d/a.json: not used: see above; "
    says_in_lines 1 "^allfold: warning: $in_directory/rules.d/b.json: not used: not a regular file; "
    says_in_lines 4 '^allfold: '
    run good -x LD_PRELOAD="$named_mpi" -x MPI_NAMED='Kind 2' -x ALLFOLD_RULES="$directory/rules.d" -n 3 "$once"
    says_in_lines 1 '4 B: bruck \('
    ;;
  on-two-kinds) # Each half has rules for its kind of machine; together, those for the machine of rank 0, also after that.
    kinds "$directory/rules.d"
    for order in '1 2' '2 1'; do
      run good -n 2 -x LD_PRELOAD="$named_mpi" -x MPI_NAMED="Kind ${order% *}" -x ALLFOLD_RULES="$directory/rules.d" "$parts" : \
        -n 2 -x LD_PRELOAD="$named_mpi" -x MPI_NAMED="Kind ${order#* }" -x ALLFOLD_RULES="$directory/rules.d" "$parts"
      first=ring second=bruck
      [ "$order" = '1 2' ] || first=bruck second=ring
      says_in_lines 3 "on 2 ranks, 4 B: $first \\("
      says_in_lines 1 "on 2 ranks, 4 B: $second \\("
      says_in_lines 1 "on 4 ranks, 4 B: $first \\("
    done
    # There is no file for the machine of rank 0: what it finds, or does not find, holds for the job.
    rm "$directory/rules.d/one.json"
    run good -n 1 -x LD_PRELOAD="$named_mpi" -x MPI_NAMED='Kind 1' -x ALLFOLD_RULES="$directory/rules.d" "$once" : \
      -n 2 -x LD_PRELOAD="$named_mpi" -x MPI_NAMED='Kind 2' -x ALLFOLD_RULES="$directory/rules.d" "$once"
    says_in_lines 0 '4 B: bruck'
    says_in_lines 1 'on 3 ranks, 4 B: '
    ;;
  native)
    rules "$directory/native.json" native
    run good -x ALLFOLD_STATS=1 -x ALLFOLD_RULES="$directory/native.json" -n 3 "$once"
    says_in_lines 1 "4 B: native \($in_directory/native.json:2, "
    says_in_lines 1 "^allfold: allreduce +3 .* native +$in_directory/native.json:2, 3 ranks, any length$"
    ;;
  explained)
    run good -x ALLFOLD_VERBOSE=2 -x ALLFOLD_RULES="$directory/ring.json" -n 3 "$once"
    says_in_lines 1 '^allfold: allreduce on 3 ranks, 4 B: ring \('
    says_in_lines 1 '^allfold:   allreduce on 3 ranks, on one node, 4 B, predefined operation$'
    says_in_lines 1 '^allfold:   chosen: ring$'
    says_in_lines 1 '^allfold:     bruck +[0-9.]+ µs$'
    says_in_lines 1 '^allfold:   measured times of this call: none$'
    ;;
  *)
    echo "no such case: $1"
    exit 2
    ;;
esac
