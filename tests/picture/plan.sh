#!/usr/bin/env bash
# plan.sh COMMAND: `allfold plan` prints plans, refuses invalid arguments, and leaves no partial file.
set -euo pipefail
allfold=$1
directory=$(mktemp -d)
trap 'rm -rf "$directory"' EXIT
expect() { # expect STATUS PATTERN ARGUMENTS...
  local status=0 output
  output=$("$allfold" plan "${@:3}" 2>&1) || status=$?
  if [ "$status" != "$1" ] || ! grep -qE -- "$2" <<< "$output"; then
    echo "allfold plan ${*:3}: status $status instead of $1, or no '$2' in:"
    echo "$output"
    exit 1
  fi
}
expect 0 '^ring, allreduce on 1 rank$' --algorithm ring -p 1
expect 0 '^ 511 +A 511 ' --algorithm recursive-doubling -p 512
expect 0 '^end: +hold A-D 0-4$' --algorithm halving-doubling -p 5 --rank 1
expect 0 '^end: +hold nothing$' --algorithm halving-doubling -p 5 --rank 1 --collective reduce
expect 0 '^elimination-overlapping:halvings=1, reduce to rank 4 of 5$' \
  --algorithm elimination-overlapping:halvings=1 -p 5 --collective reduce --root 4
expect 0 '^node, allreduce on 4 ranks, through shared memory$' --algorithm node -p 4
expect 0 '^lanes, allreduce on 6 ranks, inside nodes through shared memory$' --algorithm lanes -p 6 \
  --ranks-per-node 2

expect 2 "plan: --algorithm: unknown algorithm 'rings' \(did you mean 'ring'\? 'allfold list' shows all\)$" \
  --algorithm rings -p 4
expect 2 "plan: --algorithm: unknown algorithm 'auto'" --algorithm auto -p 4
expect 2 "plan: --algorithm: .*unknown parameter 'halvings': expected none" --algorithm ring:halvings=2 -p 4
expect 2 'plan: --algorithm: steps: the factors 3-3 make 9 ranks: expected factors of 8$' \
  --algorithm composed:steps=3-3 -p 8
expect 2 'plan: --algorithm: rows: 3 rows do not divide 8 ranks: expected 2, 4$' \
  --algorithm bucket-2d:rows=3 -p 8
expect 2 'plan: --algorithm: strip: there are no strips of 3 in 4 rows and 4 columns: expected 1, 2, 4$' \
  --algorithm mesh-adaptive:strip=3 -p 16
expect 2 'plan: --algorithm: lanes: there are no 3 lanes: expected 1 to 2 \(ranks of the smallest node, at most 64\)$' \
  --algorithm lanes:lanes=3 -p 8 --ranks-per-node 2
expect 2 'plan: --algorithm: steps: the factors 2-3 make 6 nodes: expected factors of 4$' \
  --algorithm lanes:steps=2-3 -p 8 --ranks-per-node 2
expect 2 'plan: --algorithm: steps: the factors 4 have rings of more than 3 with whole vectors: expected ' \
  --algorithm lanes:steps=4 -p 8 --ranks-per-node 2
expect 0 '^lanes:lanes=2,steps=2h-2, ' --algorithm lanes:lanes=2,steps=2h-2 -p 8 --ranks-per-node 2
expect 2 'plan: --algorithm: recursive-doubling does not implement reduce; use .*allfold list' \
  --algorithm recursive-doubling -p 4 --collective reduce
expect 2 "plan: --collective: unknown collective 'bcast': expected allreduce, reduce or reduce_scatter" \
  --algorithm ring -p 4 --collective bcast
expect 2 "^allfold plan: --algorithm: missing: expected a name, for example --algorithm ring; see 'allfold plan --help'$" -p 4
expect 2 'plan: --ranks: missing: expected a number of ranks, for example -p 13; see ' --algorithm ring
for ranks in 0 -1 513; do
  expect 2 "plan: --ranks: invalid number of ranks $ranks: expected 1 to 512" \
    --algorithm ring -p $ranks
done
expect 2 "plan: --ranks: invalid number 'four': expected a number" --algorithm ring -p four
expect 2 'plan: --root: invalid rank 4: expected 0 to 3' \
  --algorithm ring -p 4 --collective reduce --root 4
expect 2 'plan: --root: an Allreduce has no root: expected ' --algorithm ring -p 4 --root 1
expect 2 'plan: --rank: invalid rank -1' --algorithm ring -p 4 --rank -1
expect 2 'plan: --rank: invalid rank 4' --algorithm ring -p 4 --rank 4
expect 2 'plan: --width: invalid number .3.: expected 20 to 100000' --algorithm ring -p 4 --width 3
expect 2 '--(brief, --rank|rank, --brief): cannot be combined: expected one of them; remove the other' --algorithm ring -p 4 --rank 1 --brief

# Pictures.
expect 2 'plan: --svg: too many ranks for a picture: 65: expected at most 64' \
  --algorithm ring -p 65 --svg "$directory/picture"
expect 2 'plan: --(svg, --rank|rank, --svg): cannot be combined: ' \
  --algorithm ring -p 4 --rank 1 --svg "$directory/picture"
expect 1 'plan: --svg: .*/no/such/folder: cannot be written: No such file' \
  --algorithm ring -p 4 --svg "$directory/no/such/folder"
expect 1 'plan: --svg: /dev/full: cannot be written: No space left' \
  --algorithm ring -p 4 --svg /dev/full
expect 1 'plan: --svg: .*: cannot be written: Is a directory' --algorithm ring -p 4 --svg "$directory"
[ -z "$(ls -A "$directory")" ] || { echo "left behind: $(ls -A "$directory")"; exit 1; }
expect 0 '^$' --algorithm ring -p 4 --svg "$directory/picture"
[ "$(ls -A "$directory")" = picture ] || { echo "left behind: $(ls -A "$directory")"; exit 1; }
expect 0 '^</svg>$' --algorithm ring -p 64 --svg /dev/stdout

# Only one rank of a job prints and writes.
export OMPI_COMM_WORLD_RANK=1
expect 0 '^$' --algorithm ring -p 4
