#!/usr/bin/env bash
# saved.sh SOURCE COMMAND: what bench/saved.sh prints for given times, what it keeps of a program, and what it
# refuses.
set -euo pipefail
source=$1 allfold=$2
# shellcheck source=../said.sh
. "$(dirname "$0")/../said.sh"
for name in $(compgen -v ALLFOLD_ || true); do unset "$name"; done

saved() { # saved STATUS ARGUMENT...
  local status=0
  "$source/bench/saved.sh" "${@:2}" > "$directory/out" 2> "$directory/err" || status=$?
  [ $status = "$1" ] || fail "status $status instead of $1 of $*"
}

echo "medians, and the least and the greatest, in whatever order they come"
printf '%s\n' $'0.010\t0.004\t0.005' $'0.030\t0.012\t0.010' $'0.020\t0.008\t0.012' > "$directory/times"
awk -v program=lammps -v ranks=2 -v outcome='205 0' -f "$source/bench/run/saved.awk" "$directory/times" > "$directory/out"
says '^\| lammps \| 2 \| 20\.0 \(10\.0 – 30\.0\) \| 8\.0 \(4\.0 – 12\.0\) \| 10\.0 \(5\.0 – 12\.0\) \| 12\.0 \(6\.0 – 18\.0\) \| 8\.0 \(5\.0 – 20\.0\) \| 1\.50 \| 205 \| 0 \|$'
printf '%s\n' $'0.010\t\t0.005' > "$directory/times"
awk -v program=lammps -v ranks=2 -v outcome='205 0' -f "$source/bench/run/saved.awk" "$directory/times" > "$directory/out"
says '^\| lammps \| 2 \| 10\.0 [^|]*\| – \| 5\.0 [^|]*\| – \| 5\.0 [^|]*\| – \| 205 \| 0 \|$'

echo "what it cannot measure"
saved 2 --programs conjugate_gradient,petsk
tells "^bench/saved\.sh: --programs: unknown program 'petsk': expected some of .*petsc"
saved 2 --runs 0
tells "^bench/saved\.sh: --runs: invalid number '0': "
saved 2 --programs ,,
tells '^bench/saved\.sh: --programs: no program: expected some of '
saved 2 --ranks x
tells "^bench/saved\.sh: --ranks: invalid numbers 'x': "
mkdir "$directory/precious"
echo a thesis > "$directory/precious/thesis"
saved 2 --programs conjugate_gradient --ranks 2 --results "$directory/precious" --allfold "$allfold"
tells 'precious: the folder holds other files: expected an empty or a new one; name another$'
[ -s "$directory/precious/thesis" ] || fail "a file of the user's is gone"
saved 2 --nonsense
tells '^bench/saved\.sh: unknown option --nonsense '

command -v jq > /dev/null || { echo "jq is not installed: no program is run" && exit 77; }
echo "a program"
saved 0 --programs conjugate_gradient --ranks 2 --runs 2 --results "$directory/results" --allfold "$allfold" \
  -- --sizes 8,1k --seconds 0.01
says_in_lines 3 .
says '^\| conjugate_gradient \| 2 \| [0-9.]+ \([0-9.]+ – [0-9.]+\) \|.*\| [1-9][0-9]* \| 0 \|$'
for file in native-1.json native-2.json allfold-2.json compare.err; do
  [ -s "$directory/results/conjugate_gradient-2-$file" ] || fail "no $file"
done
grep -q '"mode":"native"' "$directory/results/conjugate_gradient-2.html" || fail "no native run in the page"

echo "a program that fails"
mkdir -p "$directory/tree/src/command" "$directory/tree/bench"
cat > "$directory/tree/src/command/allfold" << 'END'
#!/bin/sh
exec "$allfold" "$@"
END
export allfold
chmod +x "$directory/tree/src/command/allfold"
sed "s/^target_conjugate_gradient=.*/target_conjugate_gradient=false/" \
  "$(dirname "$allfold")/../../bench/paths.sh" > "$directory/tree/bench/paths.sh"
saved 1 --programs conjugate_gradient --ranks 2 --runs 1 --results "$directory/results" \
  --allfold "$directory/tree/src/command/allfold" -- --sizes 8 --seconds 0.01
tells '^FAILED: conjugate_gradient on 2 ranks, see .*/conjugate_gradient-2-native-1\.err$'

echo "a program that is not built"
sed "/^target_conjugate_gradient=/d" "$(dirname "$allfold")/../../bench/paths.sh" > "$directory/tree/bench/paths.sh"
saved 2 --programs conjugate_gradient --ranks 2 --runs 1 --results "$directory/results" \
  --allfold "$directory/tree/src/command/allfold" -- --sizes 8 --seconds 0.01
tells '^bench/saved\.sh: --allfold: conjugate_gradient is not built in its tree: '
