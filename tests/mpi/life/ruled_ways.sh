#!/bin/bash
# ruled_ways.sh CASE PROGRAM: the way that long vectors take first, according to rules. PROGRAM is long_vectors; the
# environment contains MPIRUN, with its flags.
set -euo pipefail
program=$2
# shellcheck source=own_rules.sh
. "$(dirname "$0")/own_rules.sh"

# ways FILE RANKS WAY [MEMBERS]: rules for an Allreduce of some 16 KiB, in line 2; by default these take the way
# `whole`.
ways() {
  printf '{"format": "allfold rules 1", %s "rules": [\n%s]}\n' "${4:-}" \
    "{\"collective\": \"allreduce\", \"ranks-per-node\": [$2, $2], \"bytes\": [8000, 40000],
     \"choose\": [{\"first-way\": \"$3\"}]}" > "$1"
}
begins() { # begins WAY SOURCE: according to the first line about the calls
  says_in_lines 1 "^allfold: allreduce on [0-9] ranks, 16 KiB: node \(.+; first way: $1, by $2\)$"
}
decided='^allfold: MPI_Allreduce on 2 ranks, 16 KiB: way (sliced|whole|read-whole) \(tried: sliced [0-9.]+ µs, whole [0-9.]+ µs(, read-whole [0-9.]+ µs)?;'

ways "$directory/sliced.json" 2 sliced
case $1 in
  named) # Trials begin later than without rules.
    run good -x ALLFOLD_RULES="$directory/sliced.json" -n 2 "$program" 200
    begins sliced rules
    says_in_lines 1 '^allfold: '
    run good -x ALLFOLD_RULES="$directory/sliced.json" -n 2 "$program" 300
    says_in_lines 1 "$decided first way: sliced, by rules\)$"
    says_in_lines 2 '^allfold: '
    run good -x ALLFOLD_RULES=none -n 2 "$program" 30
    begins whole default
    says_in_lines 1 "$decided first way: whole, by default\)$"
    says_in_lines 2 '^allfold: '
    ;;
  of-other-ranks)
    run good -x ALLFOLD_RULES="$directory/sliced.json" -n 3 "$program"
    begins sliced default
    ways "$directory/whole.json" 3 whole
    run good -x ALLFOLD_RULES="$directory/whole.json" -n 3 "$program" 20
    begins whole rules
    says_in_lines 1 '^allfold: '
    ;;
  at-rank-0-only) # The other ranks name no file, or one that does not exist.
    run good -n 1 -x ALLFOLD_RULES="$directory/sliced.json" "$program" 300 : \
      -n 1 -x ALLFOLD_RULES="$directory/nowhere.json" "$program" 300
    begins sliced rules
    says_in_lines 1 "$decided first way: sliced, by rules\)$"
    ways "$directory/read.json" 2 read
    run good -n 1 -x ALLFOLD_RULES="$directory/sliced.json" "$program" 300 : \
      -n 1 -x ALLFOLD_RULES="$directory/read.json" "$program" 300
    begins sliced rules
    ;;
  decided-by-the-user)
    run good -x ALLFOLD_NODE=whole -x ALLFOLD_RULES="$directory/sliced.json" -n 2 "$program" 300
    says_in_lines 1 '^allfold: allreduce on 2 ranks, 16 KiB: node:way=whole '
    says_in_lines 0 'first way|ranks, [^:]*: way '
    ;;
  of-an-early-file)
    printf '{"format": "allfold rules 1", "ways": [\n%s]}\n' \
      '{"collective": "allreduce", "ranks": 2, "bytes": 20000, "first": "sliced"}' > "$directory/early.json"
    run good -x ALLFOLD_RULES="$directory/early.json" -n 2 "$program" 200
    begins sliced rules
    ;;
  without-ways) # As in a file that was written before ways were introduced.
    echo '{"format": "allfold rules 1", "rules": [{"collective": "allreduce", "choose": [{"kernel": "node"}]}]}' \
      > "$directory/older.json"
    run good -x ALLFOLD_RULES="$directory/older.json" -n 2 "$program"
    begins whole default
    ;;
  of-another-machine)
    ways "$own" 2 sliced \
      '"machine": {"processor": "of another machine", "processors": 1, "network": "tcp", "mpi": "none"},'
    run good -n 2 "$program"
    says_in_lines 1 '^allfold: .*rules.json: not used: its processor is '
    begins whole default
    run good -x ALLFOLD_RULES="$own" -n 2 "$program"
    says_in_lines 1 '^allfold: .*rules.json: measured on another machine: '
    begins sliced rules
    ;;
  faulty) # All errors are reported, once, and end the program.
    ways "$directory/faulty.json" 0 hole
    run bad -x ALLFOLD_RULES="$directory/faulty.json" -n 2 "$program"
    in_faulty=$(literally "$directory/faulty.json")
    says_in_lines 1 "^allfold: $in_faulty:3: rules\[0\]\.choose\[0\]\.first-way: unknown way 'hole' \(did you mean 'whole'\?\): expected "
    says_in_lines 1 "^allfold: $in_faulty:2: rules\[0\]\.ranks-per-node\[0\]: 0 is too small: "
    says_in_lines 1 "^allfold: $in_faulty:2: rules\[0\]\.ranks-per-node\[1\]: 0 is too small: "
    says_in_lines 3 '^allfold: '
    cp "$directory/faulty.json" "$own"
    run good -n 2 "$program"
    says_in_lines 1 '^allfold: .*rules.json: not used: see above; '
    begins whole default
    ;;
  *)
    echo "no such case: $1"
    exit 2
    ;;
esac
