#!/usr/bin/env bash
# scripts.sh SOURCE COMMAND: what bench/selection.sh and bench/cliffs.sh measure, store and print, with ranks on this
# machine.
set -euo pipefail
source=$1 allfold=$2
# shellcheck source=../said.sh
. "$(dirname "$0")/../said.sh"
for name in $(compgen -v ALLFOLD_ || true); do unset "$name"; done

# script STATUS NAME ARGUMENT...: runs a script; its output is stored.
script() {
  local expected=$1 name=$2 status=0
  shift 2
  echo "+ bench/$name $*"
  "$source/bench/$name" "$@" > "$directory/out" 2> "$directory/err" || status=$?
  [ $status = "$expected" ] || fail "status $status instead of $expected"
}

here=(--hosts none --allfold "$allfold")
quick=(-- --seconds 0.01)

selection=("${here[@]}" --local "2,3" --oracle 3 --sizes "8,1k" --budget 3s
  --results "$directory/selection" "${quick[@]}")
script 0 selection.sh "${selection[@]}"
tells 'tune, 2,3 ranks, local'
tells 'reduce, 3 ranks, 1k, local'
says '^### What Open MPI chooses over Allfold tuned$'
says '^\| allreduce \| 2 \| [0-9.]+~? \| [0-9.]+~? \| [0-9.]+ \|$'
says "^### The best of all Open MPI's algorithms over Allfold tuned$"
says '^### Allfold tuned over the best of its own algorithms$'
says '^At [0-9]+ of 8 points\.$'
cp "$directory/out" "$directory/before"
! compgen -G "$directory/selection/*/failures" || fail "some runs failed"
rules=$(echo "$directory"/selection/*/rules-local.json)

# Existing measurements are not repeated; missing ones are made.
rm "$directory"/selection/*/local-3-reduce-8.tsv
script 0 selection.sh "${selection[@]}"
tells 'reduce, 3 ranks, 8, local'
tells_not 'tune|2 ranks|1k|allreduce'
says '^At [0-9]+ of 8 points\.$'

# Without rules there is one column for Allfold, which is not called tuned. Measurements with other settings are
# stored separately, even in the same folder.
script 0 selection.sh "${here[@]}" --local 2 --oracle none --sizes 8 --rules none --results "$directory/selection" \
  "${quick[@]}"
tells_not 'tune,'
says '^### What Open MPI chooses over Allfold without rules$'
says '^At [0-9]+ of 2 points\.$'
says_not 'Allfold tuned'

script 0 cliffs.sh "${here[@]}" --local 2,3,4 --rules "$rules" \
  --results "$directory/cliffs" "${quick[@]}"
tells_not 'tune,'
says '^## Jumps: one node$'
# For two collectives: 17 jumps at each of 3 numbers of ranks, 2 at each of 18 lengths.
says '^174 jumps; [0-9]+ are more than 1.5 times what the model says, the greatest [0-9.]+ times\.$'
for collective in allreduce reduce; do
  grep -q '</svg>' "$directory"/cliffs/*/"cliffs-local-$collective.svg" || fail "no picture"
done

# A page of new measurements, and the same page of the stored ones.
page=(--ranks "2,3" --allfold "$allfold" --data "$directory/page.json")
script 0 page.sh "${page[@]}" --output "$directory/measured.html" -- --sizes 8,1k --seconds 0.01
says '^The page: .*/measured\.html$'
script 0 page.sh "${page[@]}" --drawn --output "$directory/drawn.html"
cmp "$directory/measured.html" "$directory/drawn.html" || fail "another page is drawn"
for ranks in 2 3; do
  grep -qF "\"ranks\":$ranks" "$directory/drawn.html" || fail "the page has nothing of $ranks ranks"
done

# Failures are reported, and all other points are measured.
cat > "$directory/failing" << 'END'
#!/usr/bin/env bash
[[ $* != *"bench"*"--collective reduce"* ]] || exit 1
exec "$allfold" "$@"
END
chmod +x "$directory/failing"
export allfold
script 1 selection.sh --hosts none --allfold "$directory/failing" --local 2 --oracle 3 --sizes 8 \
  --rules "$rules" --results "$directory/failed" "${quick[@]}"
tells '^FAILED: local-2-reduce-8$'
says '^\| allreduce \| 2 \|'
script 2 selection.sh --nonsense
tells 'bench/selection.sh: unknown option --nonsense'
script 2 page.sh --nonsense
tells 'bench/page.sh: unknown option --nonsense'
script 2 cliffs.sh --nonsense
tells 'bench/cliffs.sh: unknown option --nonsense'
