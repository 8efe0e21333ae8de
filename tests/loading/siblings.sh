#!/bin/bash
# siblings.sh PREFIX PROGRAM PROGRAM_OF_OTHER_MPI LIBRARY: with installations for several MPI libraries in one folder,
# each command starts the programs of all of them, by the command of the fitting one. LIBRARY stands for an Allfold that
# is linked with the other MPI library.
. "$(dirname "$0")/common.sh"
prefix=$1 program=$2 of_other_mpi=$3 library=$4

site=$directory/site
mkdir -p "$site/bin" "$site/other/bin"
cp -r "$prefix" "$site/own"
ln -s ../own/bin/allfold "$site/bin/allfold"
folder=$(cd "$prefix" && find . -name 'liballfold.so.[0-9]' -printf '%h\n')
mkdir -p "$site/other/$folder"
cp "$library" "$site/other/$folder/$(cd "$prefix/$folder" && ls liballfold.so.?)"
printf '#!/bin/sh\necho "of the other: $0: $*"\n' > "$site/other/bin/allfold"
chmod +x "$site/other/bin/allfold"
printf '#!/bin/sh\nexec %s "$@"\n' "$MPIRUN" > "$directory/mpirun"
chmod +x "$directory/mpirun"
# A launcher that starts programs of every MPI library.
printf '#!/bin/sh\necho "slurm 23.11"\n' > "$directory/srun"
chmod +x "$directory/srun"

echo "its own programs"
run "$site/bin/allfold" run -- "$directory/mpirun" -n 2 "$program"
expect_right_results
run "$site/bin/allfold" run --dry-run -- "$directory/srun" -n 2 "$program"
! grep -q 'of the other' "$directory/out" || fail "served by the other command"

echo "programs of the other one"
for words in "run -- $directory/srun -n 2 $of_other_mpi -x" "try -- $directory/srun -n 2 $of_other_mpi" \
  "doctor $of_other_mpi"; do
  run "$site/bin/allfold" $words
  grep -qxF "of the other: $(realpath "$site")/other/bin/allfold: $words" "$directory/out" ||
    fail "not by the other command"
done

echo "not with --force, and not if nothing fits"
run "$site/bin/allfold" run --force --dry-run -- "$directory/srun" -n 2 "$of_other_mpi"
! grep -q 'of the other' "$directory/out" || fail "served by the other command"
rm -r "$site/other"
! "$site/bin/allfold" run -- "$directory/srun" -n 2 "$of_other_mpi" > "$directory/out" 2> "$directory/err" ||
  fail "expected a refusal"
grep -q 'linked with another MPI library' "$directory/err" || fail "another message"
