#!/usr/bin/env bash
# Basic output of the command, and its errors for unknown arguments.
set -euo pipefail
allfold=$1
expect() { # expect STATUS PATTERN ARGUMENTS...
  local status=0 output
  output=$("$allfold" "${@:3}" 2>&1) || status=$?
  if [ "$status" != "$1" ] || ! grep -qE -- "$2" <<<"$output"; then
    echo "allfold ${*:3}: status $status instead of $1, or no '$2' in:"
    echo "$output"
    exit 1
  fi
}
expect 0 '^allfold [0-9]+\.[0-9]+\.[0-9]+$' --version
expect 0 'elimination-overlapping' list
expect 0 'ALLFOLD_STATS' variables
expect 0 'proofs on 1 to 9 ranks.*all hold' check --ranks 1-9
expect 0 '^ring ' check -p 1-5 --algorithm ring
expect 0 'on 1 to 6 ranks.*all hold' check --ranks 1:6 --jobs 3
expect 2 "^allfold check: --jobs: invalid number '0': expected 1 to 4096; see 'allfold check --help'$" check --jobs 0
expect 2 'rings' check --algorithm rings
expect 2 "^allfold check: --ranks: invalid number of ranks 0: expected 1 to 4096$" check --ranks 0
expect 2 "^allfold: unknown subcommand '': expected try, run, .* or pages; see 'allfold --help'$" ''
expect 2 "^allfold: missing subcommand: expected try, run, .* or pages; see 'allfold --help'$"
expect 2 "^allfold: unknown subcommand 'foo': expected try, run, " foo
expect 2 "^allfold: unknown subcommand 'dokter' \(did you mean 'doctor'\?\); see 'allfold --help'$" dokter
expect 2 "^allfold: unknown option '--nonsense'; see 'allfold --help'$" --nonsense
expect 2 "^allfold: unknown option '--versoin' \(did you mean '--version'\?\); see 'allfold --help'$" --versoin
expect 2 "^allfold cost: unknown option '--size=8' \(did you mean '--sizes'\?\); see 'allfold cost --help'$" cost -p 8 --size=8
expect 2 "^allfold check: --jobs: missing value: expected a value after the option; see " check --jobs
expect 2 "^allfold check: --jobs: given several times: expected once; see " check --jobs 1 --jobs 2
expect 2 "^allfold bench: --seconds: invalid number 'x': expected a number, for example 0.2; see " bench --seconds x
expect 2 "^allfold check: --algorithm: unknown algorithm 'rings' \(did you mean 'ring'\? 'allfold list' shows all\)$" \
  check --algorithm rings
expect 2 "^allfold check: --algorithm: unknown algorithm 'nonsense': expected one of 'allfold list'$" \
  check --algorithm nonsense
expect 2 '^allfold check: --algorithm: parameters are not allowed here' check --algorithm composed:steps=2
expect 2 "^allfold list: unexpected argument 'nonsense': expected options only; see 'allfold list --help'$" list nonsense

# Help: usage, two commands that can be copied, groups, placeholders, defaults; no line of more than 100 characters.
expect 0 '^Usage: allfold SUBCOMMAND \[OPTION...\]$' --help
expect 0 '^  try        Run a program in turns' --help
expect 0 '^  pages      Write man pages' --help
expect 0 '^Usage: mpirun -n N allfold tune -o FILE \[OPTION...\]$' tune --help
expect 0 '^  allfold run --stats -- srun -n 8 ./program$' run --help
expect 0 '^  -p, --ranks N             Number of ranks \(required\)$' explain --help
expect 0 '^Candidates:$' bench --help
expect 0 '^  --seconds SECONDS         Time for each row of a table \(default: 0.2\)$' bench --help
expect 0 '^  FILE                      File saved by .* \(required\)$' replay --help
for subcommand in '' $("$allfold" --help | sed -nE 's/^  ([a-z]+) {2,}[A-Z].*/\1/p'); do
  # shellcheck disable=SC2086
  "$allfold" $subcommand --help | LC_ALL=C.UTF-8 awk -v name="$subcommand" '
    length > 100 { print name " --help has a long line: " $0; bad = 1 }
    /(^|[^A-Z])(TEXT|INT|FLOAT|REQUIRED|Excludes)([^A-Z]|$)/ { print name " --help has noise: " $0; bad = 1 }
    END { exit bad }'
done

# The benchmark. These messages are printed before MPI starts; tests/command/bench.sh tests its runs.
expect 0 '^  --algorithm NAME  ' bench --help
expect 0 '^reduce +halving-doubling +rabenseifner +7 ' bench --counterparts
expect 0 '^\| allreduce \| ring \| ring \| 4 \|' bench --counterparts --markdown
expect 2 'bench: --sizes: invalid size .8q.: expected a unit of k, m or g; write' bench --sizes 8,8q
expect 2 'bench: --sizes: invalid size .8q.' bench --sizes 8 --sizes 8q  # the last one counts
expect 2 'bench: --sizes: invalid size .8:4.' bench --sizes 8:4
expect 2 'bench: --sizes: too many elements of double: 4294967296: ' bench --sizes 8,32g
expect 2 "bench: --algorithm: unknown algorithm 'rings' \(did you mean 'ring'\? 'allfold list' shows all; or use auto or native\)$" \
  bench --algorithm rings
expect 2 "bench: --algorithm: 'ring:halvings=2': unknown parameter 'halvings': expected none" bench --algorithm ring:halvings=2
expect 2 "bench: --also: unknown algorithm 'rings' \(.* or use auto, native, rules:none or rules:FILE\)$" \
  bench --also rings
expect 2 'bench: --also: unknown algorithm .rules.' bench --also rules:
expect 2 'bench: --also: duplicate candidate ring: each' bench --also ring --also ring
expect 2 'bench: --also: duplicate candidate auto: each' bench --also auto
expect 2 'bench: --algorithm: recursive-doubling does not implement reduce' \
  bench --algorithm recursive-doubling --collective reduce
expect 2 "bench: --native: .* no reduce algorithm 'ring': .* 5 binomial" \
  bench --native ring --collective reduce
expect 2 'bench: --native: counterpart: expected an algorithm of Allfold' bench --native counterpart
expect 2 "bench: --collective: unknown collective 'bcast': expected allreduce, reduce, both of these" bench --collective bcast
expect 2 "bench: --timing: unknown timing 'never': expected back-to-back" bench --timing never
expect 2 'bench: --type: unknown value .quad.: expected one of double, float' bench --type quad
expect 2 'bench: --op: sum is not defined for double_int: expected .*; use --type double' \
  bench --op sum --type double_int
expect 2 'bench: --seconds: invalid time -1: expected 0 to 3600' bench --seconds -1
expect 2 'bench: --root: invalid rank -1: expected 0 or more' bench --root -1
expect 2 "^allfold bench: unknown option '--nonsense'; see 'allfold bench --help'$" bench --nonsense

# The tuner; tests/command/tune.sh tests its runs.
expect 2 'tune: -o: missing: expected ' tune
expect 2 "tune: --budget: invalid duration '60': expected a positive number with a unit, for example 60s or 15m" tune -o f --budget 60
expect 2 "tune: --budget: invalid duration '0s'" tune -o f --budget 0s
expect 2 'tune: --ranks: 1: expected 2 or more' tune -o f --ranks 1,2
expect 2 "tune: --ranks: invalid number of ranks '2_3'" tune -o f --ranks 2_3
expect 2 "tune: --ranks: invalid range '4:2': .*; write 2:4" tune -o f --ranks 4:2
expect 2 "bench: --ranks: invalid range '4-2': .*; write 2-4" bench --ranks 4-2
expect 2 "bench: --ranks: invalid number of ranks 'many': expected whole numbers, for example 12,13 or 2-16" bench --ranks many
expect 2 'tune: --sizes: 0: expected at least one size' tune -o f --sizes 0
expect 2 "tune: --sizes: invalid size '8q'" tune -o f --sizes 8q
expect 2 "tune: --timing: both: expected one timing" tune -o f --timing both
expect 2 "tune: --collective: unknown collective 'bcast'" tune -o f --collective bcast
expect 2 "tune: --op: unknown value 'mean': expected one of " tune -o f --op mean
expect 2 'tune: one rank: expected 2 or more' tune -o f
expect 0 '^chosen: ' explain -p 5
expect 2 "^allfold explain: unknown option '--nonsense'; see 'allfold explain --help'$" explain -p 5 --nonsense

# Replays of calls; tests/mpi/compare tests its runs.
expect 2 "^allfold replay: FILE: missing: expected a file saved by 'allfold run --compare'; see 'allfold replay --help'$" replay

# Only one rank of a job prints messages.
export OMPI_COMM_WORLD_RANK=1
expect 0 '^$' bench --nonsense
