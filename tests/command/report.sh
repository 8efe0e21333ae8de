#!/bin/bash
# report.sh ALLFOLD: what `allfold report` prints for the stored profiles, whose numbers are round: 4 ranks on 2
# nodes, a run of 10 s, 1000 Allreduces of 1 KiB in 1 s per rank, of which 0.25 s are waiting.
set -euo pipefail
allfold=$1
profiles=$(dirname "$0")/profiles
# shellcheck source=../said.sh
. "$(dirname "$0")/../said.sh"
report() { # report STATUS ARGUMENTS...
  local status=0
  "$allfold" report "${@:2}" > "$directory/out" 2>&1 || status=$?
  [ $status = "$1" ] || fail "status $status instead of $1 of $*"
}
field() { # field PATH: its value in the JSON document `out`
  python3 -c '
import functools, json, sys
value = functools.reduce(lambda v, k: v[int(k)] if k.isdigit() else v[k], sys.argv[2].split("/"), json.load(open(sys.argv[1])))
print(f"{value:.4f}" if isinstance(value, float) else json.dumps(value))' "$directory/out" "$1"
}
is() { # is PATH VALUE
  [ "$(field "$1")" = "$2" ] || fail "$1 is $(field "$1") instead of $2"
}

echo "without measurements no number is made up"
report 0 "$profiles/native.json"
says '^run +10\.0 s'
says '^reductions +1\.15 s +11\.5 %'
says '^- waiting for late ranks +0\.275 s +2\.8 %'
says '^- the rest +0\.775 s'
says '^- not split +0\.100 s'
says '^What Allfold would save is unknown, because this machine was not measured\. '
says '^    mpirun -n 4 allfold tune -o rules\.json$'
says '^    allfold report .*native\.json --rules rules\.json$'
says_not 'would save [0-9]'
says_not 'saved'
says '^dot\+0x10 in solver +50 '

echo "with those of a rules file"
report 0 "$profiles/native.json" --rules "$profiles/rules.json"
says ': of 0\.750 s in native calls without waiting, Allfold would save 0\.375 s \(0\.336 s to 0\.411 s\), which is 3\.8 % of the run\.$'
says '^No prediction for 25\.0 ms in other native calls\.$'
says '^On 2 ranks, 2 on a node, some lengths of vectors were not measured\.$'
says '^reduce +100 +0\.100 s +1\.0 % +– +– +–$'

echo "with those of a benchmark: separated calls of what Allfold chooses"
report 0 "$profiles/native.json" --bench "$profiles/bench.json"
says 'would save 0\.250 s \(0\.125 s to 0\.375 s\)'

echo "what Allfold serves already it does not save again"
report 0 "$profiles/allfold.json" --rules "$profiles/rules.json"
says '^Allfold served all of these calls\. '
says '^    allfold run --native --profile native\.json -- mpirun -n 4 solver$'
says '^    allfold report native\.json .*/allfold\.json$'
says_not 'would save'

echo "a program without reductions"
if python3 -c '' 2> /dev/null; then
  python3 -c 'import json, sys
profile = json.load(open(sys.argv[1]))
profile["classes"] = []
json.dump(profile, open(sys.argv[2], "w"))' "$profiles/native.json" "$directory/none.json"
  report 0 "$directory/none.json" --rules "$profiles/rules.json"
  says '^The profile contains no reductions\.$'
  says_not '–'
fi

echo "calls that are merged are native where nothing is replaced, and nothing is known of them"
if python3 -c '' 2> /dev/null; then
  for mode in native auto; do
    python3 -c 'import json, sys
profile = json.load(open(sys.argv[1]))
profile["mode"] = sys.argv[3]
merged = {name: "any" for name in ["operation", "type", "algorithm"]}
profile["classes"][2].update(merged, bytes=None, reason="there were too many classes")
json.dump(profile, open(sys.argv[2], "w"))' "$profiles/native.json" "$directory/merged-$mode.json" $mode
  done
  report 0 "$directory/merged-native.json" --rules "$profiles/rules.json"
  says '^No prediction for 25\.0 ms in other native calls\.$'
  says_not 'were not measured'
  says '^native +1150 '
  says_not '^any +50 '
  report 0 "$directory/merged-auto.json" --rules "$profiles/rules.json"
  says_not 'other native calls'
  says '^any +50 '
fi

echo "a table has 20 rows, and a last one for all others"
if python3 -c '' 2> /dev/null; then
  for count in 20 23; do
    python3 -c 'import copy, json, sys
profile = json.load(open(sys.argv[1]))
first = profile["classes"][0]
profile["classes"] = [copy.deepcopy(first) for _ in range(int(sys.argv[3]))]
for number, each in enumerate(profile["classes"]):
    each["site"] = {"object": "/nowhere/solver", "offset": number, "function": "f%d" % number, "function_offset": 0}
json.dump(profile, open(sys.argv[2], "w"))' "$profiles/native.json" "$directory/sites-$count.json" $count
  done
  report 0 "$directory/sites-23.json" --rules "$profiles/rules.json"
  says_in_lines 20 '^f[0-9]+\+0x0 in solver +1000 '
  says '^3 more +3000 +3\.00 s +30\.0 % +0\.750 s +2\.25 s +1\.1[23] s +1\.01 s to 1\.23 s$'
  report 0 "$directory/sites-20.json"
  says_in_lines 20 '^f[0-9]+\+0x0 in solver +1000 '
  says_not ' more '
fi

echo "profiles add up"
report 0 "$profiles/native.json" "$profiles/native.json" --rules "$profiles/rules.json"
says '^run +20\.0 s'
says '^reductions +2\.30 s +11\.5 %'
says 'would save 0\.750 s '

echo "each run counts by its ranks: 4 of 10 s and 12 of 20 s, 8 on average"
report 0 "$profiles/native.json" "$profiles/native-12.json" --rules "$profiles/rules.json"
says '^run +35\.0 s'
says '^reductions +6\.58 s +18\.8 %'
says '^- not split +50\.0 ms'
says ': of 0\.375 s in native calls without waiting, Allfold would save 0\.188 s \(0\.168 s to 0\.205 s\), which is 0\.5 % of the run\.$'
says '^No prediction for 4\.51 s in other native calls'
says '^allreduce +2050 +6\.53 s'
says '^MPI_COMM_WORLD \(12 ranks, 6 on a node\) +1000 +6\.00 s'
sed 's/"ranks_observed": 12/"ranks_observed": 1/; s/"partial": null/"partial": "the program called MPI_Abort"/' \
  "$profiles/native-12.json" > "$directory/partial.json"
report 0 "$profiles/native.json" "$directory/partial.json"
says '^run +365 s'

echo "predicted and had"
report 0 "$profiles/native.json" "$profiles/allfold.json" --rules "$profiles/rules.json"
says '^allreduce 1 KiB – 2 KiB, MPI_COMM_WORLD .* +0\.750 s +0\.375 s +0\.339 s to 0\.414 s +0\.400 s +composed$'
says '^Times are those of native runs\. '
says '^run +10\.0 s'
says '^reductions +1\.15 s +11\.5 %'
says ', which is 3\.8 % of the run\.$'
says '^In the compared calls Allfold saved 0\.350 s, 3\.5 % of a native run\.$'
says_not '^reduce 8 B'
says '^all rows with a prediction +0\.750 s +0\.375 s +0\.339 s to 0\.414 s +0\.400 s$'
says '^Predicted saving: 0\.375 s \(50\.0 % of the native time\)\. Measured saving: 0\.350 s \(46\.7 %\)\.$'
says_not 'not compared'
says '^A native run took 10\.0 s, a run with Allfold 9\.60 s, of which 2\.00 ms to set up communicators\.$'

report 0 "$profiles/native.json" "$profiles/allfold.json"
says '^What Allfold would save is unknown, '
says '^In the compared calls Allfold saved 0\.350 s, 3\.5 % of a native run\.$'
says '^all rows +0\.775 s +– +0\.425 s$'
says_not '^Predicted'

echo "what is left out of the comparison is said, and a little that is not split leaves nothing out"
report 0 "$profiles/native.json" "$profiles/allfold.json" --rules "$profiles/rules.json"
says '^Not compared: 1 kind of calls \(0\.100 s of a rank in a native run\): more than 5 % of their time is not split\.$'
says_not 'made only in native runs'
if python3 -c '' 2> /dev/null; then
  split() { # split SECONDS FILE: a copy of native.json with this many seconds of its first class split
    python3 -c 'import json, sys
profile = json.load(open(sys.argv[1]))
profile["classes"][0]["waiting"]["of_seconds"] = float(sys.argv[3])
profile["classes"][0]["waiting"]["rest"]["sum"] = float(sys.argv[3]) - 1
json.dump(profile, open(sys.argv[2], "w"))' "$profiles/native.json" "$2" "$1"
  }
  split 3.84 "$directory/little.json"
  report 0 "$directory/little.json" "$profiles/allfold.json" --rules "$profiles/rules.json"
  says '^allreduce 1 KiB – 2 KiB, .* +0\.740 s +0\.370 s +0\.335 s to 0\.409 s +0\.400 s'
  split 3.76 "$directory/much.json"
  report 0 "$directory/much.json" "$profiles/allfold.json" --rules "$profiles/rules.json"
  says_not '^allreduce 1 KiB – 2 KiB, '
  says '^Not compared: 2 kinds of calls \(1\.10 s of a rank in a native run\): more '
  python3 -c 'import json, sys
profile = json.load(open(sys.argv[1]))
for each in profile["communicators"]: each["name"] = "other"
json.dump(profile, open(sys.argv[2], "w"))' "$profiles/allfold.json" "$directory/other-calls.json"
  report 0 "$profiles/native.json" "$directory/other-calls.json" --rules "$profiles/rules.json"
  says '^Not compared: 6 kinds of calls \(1\.95 s of a rank in a run\): made only in native runs, or only in runs with Allfold\.$'
  says_not 'without waiting, in one run'
  says_not '^all rows'
  says '^A native run took 10\.0 s'
fi

echo "what is not comparable"
sed 's/"program": "solver"/"program": "heat"/' "$profiles/allfold.json" > "$directory/heat.json"
report 0 "$profiles/native.json" "$directory/heat.json" --rules "$profiles/rules.json"
says '^Native runs are not compared with the others, because the profiles are of solver and of heat; all times are added up\.$'
says '^run +19\.6 s'
says_not '^Times are those of native runs'
sed 's/"ranks": 4,$/"ranks": 5,/' "$profiles/allfold.json" > "$directory/five.json"
report 0 "$profiles/native.json" "$directory/five.json"
says '^Native runs are not compared .*, because the profiles are of 4 ranks and of 5 ranks; '
sed 's/"partial": null/"partial": "the program called MPI_Abort"/' "$profiles/allfold.json" > "$directory/partial.json"
report 0 "$profiles/native.json" "$directory/partial.json"
says '^Native runs are not compared .*, because the profiles are of whole and of partial runs; '
sed 's/"partial": null/"partial": "the program called MPI_Abort"/' "$profiles/native.json" > "$directory/native.json"
report 0 "$directory/native.json" "$directory/partial.json"
says_not 'not compared'
report 0 "$profiles/allfold.json" "$directory/heat.json"
says_not 'not compared'

echo "as CSV"
report 0 "$profiles/native.json" --rules "$profiles/rules.json" --format csv -o "$directory/report.csv"
[ ! -s "$directory/out" ] || fail "it speaks"
cp "$directory/report.csv" "$directory/out"
says_in_lines 4 .
says_in_lines 1 '^class,calls,bytes,seconds,waiting,rest,not_split,judged,saved,saved_low,saved_high$'
says '^"allreduce 1 KiB .*",1000,1024000,1,0\.25,0\.75,0,0\.75,0\.375,0\.335526316,0\.410714286$'

echo "as JSON"
report 0 "$profiles/native.json" "$profiles/allfold.json" --rules "$profiles/rules.json" --format json
if python3 -c '' 2> /dev/null; then
  is kind '"report"'
  is total/saved/value 0.3750
  is by_collective/0/name '"allreduce"'
  is by_collective/1/saved null
  is comparison/total/had 0.4000
  is comparison/total/predicted/value 0.3750
  is not_compared null
  is account_of '"native runs"'
  is run_seconds 10.0000
  is comparison/rows/0/predicted/low 0.3393
  is comparison/rows/0/served_by '["composed"]'
  is comparison/left_out/not_split '{"kinds": 1, "seconds": 0.1}'
  is comparison/left_out/on_one_side/kinds 0
  is profiles/1/profile/mode '"auto"'
  is measurements/points/2/ratio/value 2.0000
  is by_size/0/vector_bytes '[1024, 2048]'
  is by_size_and_ranks/2/ranks 2
  is classes/0/operation '"MPI_SUM"'
fi

echo "as a page: the same JSON, which names cannot end, and nothing that is fetched"
# shellcheck disable=SC2016
hostile='<\/script><script>alert(1)<\/script><!--'
sed "s/\"name\": \"rows\"/\"name\": \"$hostile\"/" "$profiles/native.json" > "$directory/hostile.json"
for name in native hostile; do
  cp "$profiles/native.json" "$directory/input.json"
  [ $name = native ] || cp "$directory/hostile.json" "$directory/input.json"
  report 0 "$directory/input.json" --rules "$profiles/rules.json" --format html -o "$directory/$name.html"
  [ ! -s "$directory/out" ] || fail "it speaks"
  report 0 "$directory/input.json" --rules "$profiles/rules.json" --format json
  cp "$directory/$name.html" "$directory/err"
  for element in script style; do
    count=$(grep -oiE "</$element" "$directory/$name.html" | wc -l)
    [ "$count" = "$(grep -ciE "^</$element>$" "$directory/$name.html")" ] || fail "something ends a $element"
  done
  [ "$(grep -c '^</script>$' "$directory/$name.html")" = 3 ] || fail "not three scripts"
  ! grep -qE '<(link|script|img|iframe)[^>]*(src|href)=.?(http|/|[.])' "$directory/$name.html" || fail "something is fetched"
  sed -n '/<script type="application\/json" id="data">/,/^<\/script>$/p' "$directory/$name.html" | sed '1d;$d' > "$directory/data"
  ! grep -q '<' "$directory/data" || fail "a name can become markup"
  if python3 -c '' 2> /dev/null; then
    python3 -c 'import json, sys; a, b = (json.load(open(f)) for f in sys.argv[1:]); sys.exit(a != b)' \
      "$directory/data" "$directory/out" || fail "the page has another report"
  fi
done
rm "$directory/err"

echo "measurements alone: of a benchmark on several numbers of ranks"
report 0 --bench "$profiles/bench-2.json" --bench "$profiles/bench-3.json"
says '^.*/bench-2\.json: Open MPI v4\.1\.4, AMD EPYC, 2 processors, tcp, sum of double$'
says '^allreduce, separated: 1\.73 times as fast as native \(geometric mean of 4 points\); faster at 3, slower at 1 \(95 % interval above or below 1\); lowest ratio 0\.50, at 64 KiB on 2 ranks\.$'
says '^allreduce, separated, ring: 2\.00 .* of 1 point\);'
says '^reduce +2 +2 +8 B +separated +2\.00 µs +1\.90 µs +1\.05~ +node +–$'
report 0 --bench "$profiles/bench-2.json" --format csv
says_in_lines 4 .
says '^allreduce,predefined,2,2,8,separated,"auto","node",2e-06,1\.8e-06,2\.2e-06,1e-06,9e-07,1\.1e-06,2,1\.6,2\.4$'
report 0 --bench "$profiles/bench-2.json" --bench "$profiles/bench-3.json" --format json
if python3 -c '' 2> /dev/null; then
  is total null
  is profiles '[]'
  is measurements/files/0/processors 2
  is measurements/files/1/processors null
  is measurements/summaries/0/geometric_mean 1.7321
  is measurements/summaries/0/worst/ranks 2
  is measurements/points/0/candidates/1/name '"native ring"'
  is measurements/points/3/candidates/1/name '"ring"'
  is measurements/points/0/reason '"all ranks share the memory of one node"'
  is measurements/points/3/reason null
fi

echo "measurements alone: of a rules file, by what its rules choose"
report 0 --rules "$profiles/tuned.json"
says '^.*/tuned\.json: Open MPI 4\.1\.4, AMD EPYC, 2 processors, tcp$'
says '^allreduce +4 +2 +512 B +– +20\.0 µs +20\.0 µs +1\.00~ +native +.*/tuned\.json:5, 4 ranks, up to 1024 B$'
says '^allreduce +4 +2 +2 KiB +– +40\.0 µs +20\.0 µs +2\.00 +recursive-doubling +.*/tuned\.json:5, 4 ranks, above 1024 B$'
says '^reduce +3 +1 +8 B .* native +the fastest measured candidate; no rule matches$'
says '^reduce +4 +1 +8 B .* binary-tree +the fastest measured candidate; ring, chosen by .*/tuned\.json:9, 4 ranks, any length, was not measured$'
says '^allreduce +16 +16 +64 B .* node +the fastest measured candidate; no rule matches$'
says '^allreduce +16 +16 +2 MiB .* node +the fastest measured candidate; no rule matches; first way: read$'

says '^At 4 of 6 points the speed-up is overstated: the times shown also chose the fastest candidate; '
report 0 --bench "$profiles/bench-2.json"
says_not 'is overstated'

echo "… and by turns that did not choose, where the tuner had some for what the rules take"
judged='"judged": {"choice": "recursive-doubling", "native": [3.9e-05, 3.8e-05, 4e-05], "chosen": [2.2e-05, 2.1e-05, 2.3e-05], "gain": [1.75, 1.6, 1.9]}'
sed "s/\"ring\": \[1e-05, 0.9e-05, 1.1e-05\]}}/\"ring\": [1e-05, 0.9e-05, 1.1e-05]}, $judged}/" "$profiles/tuned.json" > "$directory/judged.json"
report 0 --rules "$directory/judged.json"
says '^allreduce +4 +2 +2 KiB +– +39\.0 µs +22\.0 µs +1\.75 +recursive-doubling '
says '^At 3 of 6 points the speed-up is overstated: '
sed -i 's/"choice": "recursive-doubling"/"choice": "ring"/' "$directory/judged.json"
report 0 --rules "$directory/judged.json"
says '^allreduce +4 +2 +2 KiB +– +40\.0 µs +20\.0 µs +2\.00 +recursive-doubling '

echo "programs are predicted what rules choose, too"
report 0 "$profiles/native.json" --rules "$profiles/tuned.json"
says 'would save 0\.220 s '
says '^At 4 of 6 points the speed-up is overstated: '

echo "what is no profile"
echo '{"format": "allfold rules 1"}' > "$directory/other.json"
report 2 "$directory/other.json"
says '^allfold report: .*/other\.json: not a profile: expected "kind": "profile"; name a file that ALLFOLD_PROFILE wrote$'
sed 's/"format": 1/"format": 2/' "$profiles/native.json" > "$directory/later.json"
report 2 "$directory/later.json"
says '^allfold report: .*/later\.json: unknown format 2: expected 1; use the version of Allfold that wrote it$'
head -c 700 "$profiles/native.json" > "$directory/cut.json"
report 2 "$directory/cut.json"
says '^allfold report: .*/cut\.json: invalid JSON: expected a complete profile; '
sed 's/"communicator": 1/"communicator": 7/' "$profiles/native.json" > "$directory/wrong.json"
report 2 "$directory/wrong.json"
says '^allfold report: .*/wrong\.json: invalid profile: '
report 2 "$directory/nowhere.json"
says '^allfold report: .*/nowhere\.json: cannot be read: '

echo "what tells of no machine"
report 2 "$profiles/native.json" --rules "$profiles/native.json"
says '^allfold report: --rules: .*native\.json:'
echo '{"format": "allfold rules 1"}' > "$directory/rules.json"
report 2 "$profiles/native.json" --rules "$directory/rules.json"
says '^allfold report: --rules: .*/rules\.json: no measurements in this file; '
report 2 "$profiles/native.json" --bench "$profiles/native.json"
says '^allfold report: --bench: .*native\.json: not a benchmark: '
report 2 "$profiles/native.json" --bench "$profiles/bench.json" --rules "$profiles/rules.json"
says '--(rules, --bench|bench, --rules): cannot be combined: '
report 2
says '^allfold report: PROFILE: missing: expected .*--rules FILE or --bench FILE$'
report 2 "$profiles/native.json" --format pdf
says "^allfold report: --format: unknown format 'pdf': expected text, csv, json or html; see "
sed 's/"separated"/"back to back"/' "$profiles/bench.json" > "$directory/close.json"
report 2 "$profiles/native.json" --bench "$directory/close.json"
says '^allfold report: --bench: .*/close\.json: no separated calls by the algorithms that Allfold chooses; '
report 0 --bench "$directory/close.json"
sed 's/"separated"/"cold"/' "$profiles/bench.json" > "$directory/cold.json"
report 2 "$profiles/native.json" --bench "$profiles/bench.json" --bench "$directory/cold.json"
says '^allfold report: --bench: .*/bench\.json, .*/cold\.json: cold and separated calls of allreduce on 3 ranks: expected the same timing for calls of one kind; remove one of the files$'
report 0 --bench "$profiles/bench.json" --bench "$directory/cold.json"
report 0 "$profiles/native.json" --bench "$directory/cold.json" --bench "$profiles/bench-2.json"
sed 's/"subject": "[a-z]*"/"subject": "communicator"/' "$profiles/bench.json" > "$directory/none.json"
report 2 --bench "$directory/none.json"
says '^allfold report: --bench: .*/none\.json: no compared calls; measure with: '
echo '{' > "$directory/cut.json"
report 2 --bench "$profiles/bench.json" --bench "$directory/cut.json"
says '^allfold report: --bench: .*/cut\.json: invalid JSON; measure again'
echo "a folder, with other files"
mkdir "$directory/folder"
cp "$profiles"/native.json "$profiles"/bench.json "$directory/folder"
report 0 "$directory/folder"
says_in_lines 1 'notice: .*folder: 1 file ignored: .*/folder/bench\.json: not a profile: '
says '^run +10\.0 s'
rm "$directory/folder/native.json"
report 2 "$directory/folder"
says 'no complete profile in this folder'

echo "what is no profile, or no measurement"
damaged() { # damaged PATTERN REPLACEMENT EXPECTED: a damaged copy of native.json
  sed -E "s/$1/$2/" "$profiles/native.json" > "$directory/damaged.json"
  ! cmp -s "$profiles/native.json" "$directory/damaged.json" || fail "'$1' changes nothing"
  report 2 "$directory/damaged.json"
  says "^allfold report: .*/damaged\.json: invalid profile: $3; profile the program again$"
}
damaged '"ranks_observed": *4' '"ranks_observed": -1' 'ranks_observed: invalid number: expected a whole one from 0 on'
damaged '^( *)"ranks": *4' '\1"ranks": -4' 'ranks: invalid number: expected a whole one from 1 on'
damaged '^( *)"ranks": *4' '\1"ranks": 1099511627776' 'ranks: invalid number: .*'
damaged '"classes": *\[' '"classes": {}, "others": [' 'classes: expected a list'
damaged '"mode": *"native"' '"mode": 3' 'type must be string, but is number'
nested() { head -c 100000 /dev/zero | tr '\0' "$1"; }
printf '{"kind": "profile", "format": %s%s}\n' "$(nested '[')" "$(nested ']')" > "$directory/deep.json"
report 2 "$directory/deep.json"
says 'deep\.json: unknown format: expected 1; '
for ratio in 0 -1; do
  sed -E "s/\"ratio_low\": *[0-9.]+/\"ratio_low\": $ratio/" "$profiles/bench.json" > "$directory/ratio.json"
  report 2 "$profiles/native.json" --bench "$directory/ratio.json"
  says 'ratio\.json: ratio: invalid median and interval: expected numbers above 0 with '
done
sed -E '0,/"ranks": *[0-9]+/s//"ranks": 16777216/' "$profiles/rules.json" > "$directory/ranks.json"
report 2 "$profiles/native.json" --rules "$directory/ranks.json"
says 'too many ranks, 16777216: expected 1048576 at most'

echo "names that a shell has left empty, and what must not be overwritten"
report 2 --output= "$profiles/native.json"
says "^allfold report: --output: missing value: expected a value after '='; check whether a variable of the shell is empty; "
report 2 -o=page.html "$profiles/native.json"
says "^allfold report: -o=page\.html: short option with '=': expected '-o VALUE', "
status=0
"$allfold" raport > "$directory/out" 2>&1 || status=$?
[ $status = 2 ] || fail "status $status of an unknown subcommand"
says "^allfold: unknown subcommand 'raport' \(did you mean 'report'\?\); "
cp "$profiles/native.json" "$directory/mine.json"
report 2 "$directory/mine.json" -o "$directory/./mine.json"
says 'this file is an input of the report: expected another file'
cmp "$profiles/native.json" "$directory/mine.json" || fail "the profile is lost"
mkdir "$directory/mine"
mv "$directory/mine.json" "$directory/mine"
report 2 "$directory/mine" --format json -o "$directory/mine/mine.json"
says 'this file is an input of the report: expected another file'
cmp "$profiles/native.json" "$directory/mine/mine.json" || fail "the profile is lost"
report 0 "$profiles/native.json" -o -
says '^run +10\.0 s'

echo "a rank for itself, as of srun"
export SLURM_PROCID=3
report 2 "$directory/nowhere.json"
says '^allfold report: .*/nowhere\.json: cannot be read: '
unset SLURM_PROCID

echo "what cannot be written"
report 1 "$profiles/native.json" -o "$directory/nowhere/report"
says '^allfold report: -o: .*/nowhere/report: cannot be written: '
if [ -c /dev/full ]; then
  status=0
  "$allfold" report "$profiles/native.json" > /dev/full 2> "$directory/out" || status=$?
  [ $status = 1 ] || fail "status $status if standard output is full"
  says_in_lines 1 '^allfold: standard output: cannot be written: No space left'
fi
