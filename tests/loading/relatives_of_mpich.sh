#!/bin/bash
# relatives_of_mpich.sh PREFIX C-PROGRAM FORTRAN-PROGRAM NAMED-MPI: programs of MPI libraries that have MPICH's binary
# interface and the name libmpi.so.12, such as Intel MPI, are served by a build with MPICH. Copies of MPICH, of an
# installation and of programs stand in for them, in which MPICH has that name; NAMED-MPI (named_mpi.c) gives it the
# versions of the relatives. Internal differences of these libraries are not tested.
. "$(dirname "$0")/common.sh"
# shellcheck source=../literally.sh
. "$(dirname "$0")/../literally.sh"
prefix=$1 program=$2 fortran=$3 named_mpi=$4

# library NAME: where the loader finds it for the programs.
library() { ldd "$program" "$fortran" | awk -v name="$1" '$1 == name { print $3; exit }'; }
# renamed FILE...: each uses libmpi.so.12 and libmpifort.so.12 in place of MPICH's libraries. The names are shorter, and
# end with a null character.
renamed() {
  LC_ALL=C sed -i 's/\x00libmpich\.so\.12\x00/\x00libmpi.so.12\x00\x00\x00/g
    s/\x00libmpichfort\.so\.12\x00/\x00libmpifort.so.12\x00\x00\x00/g' "$@"
}
mpi=$directory/mpi
mkdir "$mpi"
for name in libmpich.so.12 libmpichfort.so.12; do
  [ -n "$(library "$name")" ] || { echo "skipped: $program or $fortran has no $name"; exit 77; }
  cp "$(library "$name")" "$mpi/${name/mpich/mpi}"
done
cp -r "$prefix" "$directory/site"
cp "$program" "$fortran" "$directory"
program=$directory/${program##*/} fortran=$directory/${fortran##*/} allfold=$directory/site/bin/allfold
renamed "$mpi"/* "$program" "$fortran" "$allfold" "$(realpath "$(find "$directory/site" -name liballfold.so)")"
export LD_LIBRARY_PATH=$mpi
[ "$(ldd "$program" "$fortran" "$allfold" | grep -c "libmpi.so.12 => $mpi/")" = 3 ] || fail "not linked with $mpi"
! ldd "$program" "$fortran" "$allfold" | grep -q libmpich || fail "still linked with MPICH"
export LD_PRELOAD=$named_mpi

# launcher FILE VERSION [OPTION]: the launcher of MPICH under another name and version. With OPTION it takes this in
# place of -genv, with NAME=VALUE.
launcher() {
  cat > "$directory/$1" << TEXT
#!/bin/bash
[ "\$1" != --version ] || exec echo '$2'
words=()
while [ "\$1" = '${3:-none}' ]; do
  words+=(-genv "\${2%%=*}" "\${2#*=}")
  shift 2
done
exec $MPIRUN "\${words[@]}" "\$@"
TEXT
  chmod +x "$directory/$1"
}
# The launcher of MPICH, with the command line of MVAPICH's mpirun_rsh: -n RANKS NAME=VALUE... PROGRAM.
cat > "$directory/mpirun_rsh" << TEXT
#!/bin/bash
[ "\$1" != --version ] || { echo 'usage: mpirun_rsh [-v] [-sg group] -np N' >&2; exit 1; }
words=("\$1" "\$2")
shift 2
while [[ \$1 = *=* ]]; do
  words+=(-genv "\${1%%=*}" "\${1#*=}")
  shift
done
exec $MPIRUN "\${words[@]}" "\$@"
TEXT
chmod +x "$directory/mpirun_rsh"
# serves NAME VERSION LAUNCHER: the programs, started by this launcher, with the library of this name and version.
serves() {
  echo "=== $1, $3"
  export MPI_NAMED=$2
  "$allfold" doctor "$program" > "$directory/out" 2> "$directory/err" || true
  grep -qE "^ok +MPI library: $(literally "$1"), /" "$directory/out" || fail "another MPI library"
  grep -qE "^ok +program: .*: linked with .*, $mpi/libmpi.so.12\$" "$directory/out" || fail "the program does not fit"
  for each in "$program" "$fortran"; do
    run_served "$allfold" run --stats -- "$directory/$3" -n 3 "$each"
    grep -q "^allfold run: .*LD_PRELOAD" "$directory/err" || fail "not said"
  done
  # Rules for this library apply.
  printf '{"format": "allfold rules 1", "machine": {"mpi": "%s"}, "rules": [%s]}\n' "$1" \
    '{"collective": "allreduce", "choose": [{"kernel": "ring"}]}' > "$directory/rules.json"
  mkdir -p "$directory/rules.d"
  mv "$directory/rules.json" "$directory/rules.d/${1// /-}.json"
  run "$allfold" run --stats --rules "$directory/rules.d" -- "$directory/$3" -n 3 "$program"
  [ "$(calls_counted allreduce '^ring')" = "$(calls_made allreduce)" ] || fail "not by the rules for $1"
}

launcher mpiexec.intel 'Intel(R) MPI Library for Linux* OS, Version 2021.9 Build 20230306'
launcher mpiexec.hydra 'HYDRA build details: Version: 4.0'
launcher mpiexec.pals 'mpiexec version 1.2.12 revision 1a2b3c4' --env
launcher aprun 'aprun (ALPS) 6.6.67' -e
serves 'Intel MPI 2021.9' 'Intel(R) MPI Library 2021.9 for Linux* OS' mpiexec.intel
serves 'MVAPICH 3.0' 'MVAPICH Version       :  3.0' mpiexec.hydra
for launcher in mpiexec.hydra mpirun_rsh; do
  serves 'MVAPICH2 2.3.7' 'MVAPICH2 Version      :  2.3.7' $launcher
done
serves 'ParaStation MPI 5.10.0-1' '=== ParaStation MPI 5.10.0-1 ===' mpiexec.hydra
for launcher in mpiexec.pals aprun; do
  serves 'Cray MPICH 8.1.25.17' 'MPI VERSION    : CRAY MPICH version 8.1.25.17 (ANL base 3.4a2)' $launcher
done
