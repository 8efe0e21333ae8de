#!/usr/bin/env bash
# Builds Allfold for the MPI library of the user's environment, and installs it. See --help.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source=bench/run/progress.sh
. "$here/bench/run/progress.sh"

usage() {
  cat << 'END'
usage: ./install.sh [OPTIONS] [-- CMAKE OPTIONS...]

  ./install.sh                                       for the mpicc in PATH, in $HOME/allfold
  ./install.sh --mpi /opt/mpich/bin/mpicc --prefix /opt/allfold

Builds the library and the command allfold for one MPI library, installs them, and runs a job of two ranks as a check.
It needs CMake 3.18, Make or Ninja, GCC 11 and the MPI library, and no root rights. It downloads nothing.

Each MPI library has a folder in the prefix, such as openmpi or mpich. PREFIX/bin/allfold is the command of the first
one that was installed. It starts programs of all of them: run this script once for each MPI library.

  --prefix DIR   where to install (default: $HOME/allfold)
  --mpi MPICC    compiler of the MPI library (default: mpicc)
  --name NAME    folder in the prefix (default: openmpi, mpich, intelmpi, mvapich or mpi)
  --build DIR    build folder (default: build/NAME in the sources)
  --jobs N       processes that build at the same time (default: the number of processors, at most 16)
  --no-check     start no job after the installation
  -h, --help     print this text

CXX and CC name other compilers than the system's. All words after -- go to CMake, for example
-D ALLFOLD_STATIC_RUNTIME=no. Exit status: 0; 1 if something failed; 2 for an invalid command line.
END
}

refuse() {
  echo "install.sh: $*" >&2
  exit 2
}

fail() {
  echo "install.sh: $*" >&2
  exit 1
}

prefix=${HOME:-}/allfold mpicc=mpicc name='' build='' jobs='' checks=yes options=()
while [ $# -gt 0 ]; do
  case $1 in
    -h | --help) usage; exit ;;
    --no-check) checks=no ;;
    --prefix | --mpi | --name | --build | --jobs)
      [ -n "${2:-}" ] || refuse "$1: a value is missing: expected one after it (see --help)"
      case $1 in
        --prefix) prefix=$2 ;;
        --mpi) mpicc=$2 ;;
        --name) name=$2 ;;
        --build) build=$2 ;;
        --jobs) jobs=$2 ;;
      esac
      shift
      ;;
    --) shift && options=("$@") && break ;;
    *) refuse "unknown option '$1' (see --help)" ;;
  esac
  shift
done
[[ $name =~ ^[A-Za-z0-9][A-Za-z0-9._+-]*$ || -z $name ]] ||
  refuse "--name: invalid value '$name': expected the name of a folder, for example openmpi-5"
[[ $name != @(bin|lib|share) ]] || refuse "--name: invalid value '$name': expected another name than bin, lib and share"
[[ $jobs =~ ^[1-9][0-9]*$ || -z $jobs ]] || refuse "--jobs: invalid value '$jobs': expected a number from 1 on"
# LD_PRELOAD, which takes the library's path, cannot contain them.
[[ $prefix != *[:[:space:]]* ]] || refuse "--prefix: invalid value '$prefix': expected a path without blanks and colons"
prefix=$(realpath -m "$prefix")
[ "$prefix" != "$(realpath "$here")" ] ||
  refuse "--prefix: $prefix: is the folder of the sources: expected another one, for example --prefix $HOME/opt/allfold"

# at_least LOWEST VERSION
at_least() { [ "$(printf '%s\n' "$1" "$2" | sort -V | head -n 1)" = "$1" ]; }

require_cmake() {
  local version
  command -v cmake > /dev/null || fail "cmake: not found: expected CMake 3.18 or newer; load its module, or install it"
  version=$(cmake --version | awk 'NR == 1 { print $3 }')
  at_least 3.18 "$version" || fail "cmake: version $version: expected 3.18 or newer; load a newer module"
  [ -n "${CMAKE_GENERATOR:-}" ] || generator_there ||
    fail "make, ninja: not found: expected one of them; install it"
}

# generator_there: whether there is a build tool. Ninja is preferred, since it starts all files at once.
generator_there() {
  if command -v ninja > /dev/null; then
    export CMAKE_GENERATOR=Ninja
  else
    command -v make > /dev/null && export CMAKE_GENERATOR='Unix Makefiles'
  fi
}

# find_compilers: sets CXX and CC, if they are not set and the system's are too old, to newer ones in PATH.
find_compilers() {
  local version newer
  [ -z "${CXX:-}" ] || return 0
  version=$( (c++ -dumpversion || g++ -dumpversion) 2> /dev/null) || version=0
  ! at_least 11 "$version" || return 0
  for newer in 15 14 13 12 11; do
    command -v "g++-$newer" > /dev/null || continue
    export CXX=g++-$newer CC=${CC:-gcc-$newer}
    return 0
  done
  for newer in 15 14 13 12 11; do
    [ -x "/opt/rh/gcc-toolset-$newer/root/usr/bin/g++" ] || continue
    export CXX=/opt/rh/gcc-toolset-$newer/root/usr/bin/g++
    export CC=${CC:-${CXX%g++}gcc} PATH=${CXX%/g++}:$PATH
    return 0
  done
  [ "$version" != 0 ] ||
    fail "g++: not found: expected GCC 11 or newer; load its module, install it, or set CXX"
  fail "g++: version $version: expected GCC 11 or newer; load a newer module (RHEL: install gcc-toolset-12), or set CXX"
}

require_mpi() {
  local word=$mpicc
  mpicc=$(command -v "$word") ||
    fail "$word: not found: expected the compiler of an MPI library; load its module, or name it: --mpi /opt/openmpi/bin/mpicc"
  mpicc=$(realpath -s "$mpicc")
  # Its own C compiler may be missing where another one is used.
  [ -z "${CC:-}" ] || export OMPI_CC=$CC MPICH_CC=$CC I_MPI_CC=$CC
  macros=$(echo '#include <mpi.h>' | "$mpicc" -E -dM -x c - 2> "$scratch/macros") ||
    { cat "$scratch/macros" >&2 && fail "$mpicc: cannot compile a program with MPI, see above:" \
      "expected the compiler of an MPI library; name one: --mpi /opt/openmpi/bin/mpicc"; }
}

has_macro() { grep -qE "^#define $1( |$)" <<< "$macros"; }
value_of() { sed -n "s/^#define $1 *\"\{0,1\}\([^\"]*\)\"\{0,1\}\$/\1/p" <<< "$macros"; }

# recognise_mpi: sets `mpi` to what messages call it, and `name`.
recognise_mpi() {
  local kind
  if has_macro OMPI_MAJOR_VERSION; then
    kind=openmpi
    mpi="Open MPI $(value_of OMPI_MAJOR_VERSION).$(value_of OMPI_MINOR_VERSION).$(value_of OMPI_RELEASE_VERSION)"
  elif has_macro I_MPI_VERSION || has_macro I_MPI_NUMVERSION; then
    kind=intelmpi
    mpi="Intel MPI $(value_of I_MPI_VERSION)"
  elif has_macro MVAPICH2_VERSION || has_macro MVAPICH_VERSION; then
    kind=mvapich
    mpi="MVAPICH $(value_of MVAPICH2_VERSION)$(value_of MVAPICH_VERSION)"
  elif has_macro MPICH_VERSION; then
    kind=mpich
    mpi="MPICH $(value_of MPICH_VERSION)"
  else
    kind=mpi
    mpi="an MPI library that this script does not know"
  fi
  name=${name:-$kind}
}

# launcher: prints the launcher that belongs to mpicc, or nothing.
launcher() {
  local folder=${mpicc%/*} suffix=${mpicc##*/mpicc} file
  for file in "$folder/mpirun$suffix" "$folder/mpiexec$suffix" "$folder/mpirun" \
    "$(sed -n 's/^MPIEXEC_EXECUTABLE:[A-Z]*=//p' "$build/CMakeCache.txt")"; do
    [ ! -x "$file" ] || { echo "$file" && return; }
  done
}

# A program of two ranks, which says how many calls Allfold served.
write_program() {
  cat << 'END'
#define _GNU_SOURCE
#include <dlfcn.h>
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>

int main(int argc, char** argv) {
  int rank, ranks, sum = 0, most = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  const int mine = rank + 1;
  MPI_Allreduce(&mine, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  MPI_Reduce(&mine, &most, 1, MPI_INT, MPI_MAX, 0, MPI_COMM_WORLD);
  uint64_t (*calls)(const char*, const char*) =
      (uint64_t(*)(const char*, const char*))dlsym(RTLD_DEFAULT, "allfold_calls");
  const int served = calls == NULL ? 0
                     : (int)(calls("allreduce", NULL) - calls("allreduce", "native") + calls("reduce", NULL) -
                             calls("reduce", "native"));
  if (rank == 0)
    printf("ranks %d right %d served %d\n", ranks, sum == ranks * (ranks + 1) / 2 && most == ranks, served);
  MPI_Finalize();
  return 0;
}
END
}

# check: runs a job of two ranks. Sets `checked` to what it found.
check() {
  local launch said
  launch=$(launcher)
  if [ -z "$launch" ]; then
    checked="not checked, since there is no mpirun or mpiexec beside $mpicc"
    return
  fi
  write_program > "$build/check.c"
  "$mpicc" -o "$build/check" "$build/check.c" -ldl > "$scratch/check" 2>&1 ||
    { cat "$scratch/check" >&2 && fail "$mpicc: cannot compile a program with MPI, see above"; }
  launch=("$launch")
  case $("${launch[0]}" --version 2>&1) in
    *"Open MPI"* | *OpenRTE* | *PRRTE* | *prte*)
      launch+=(--map-by :OVERSUBSCRIBE)
      [ "$(id -u)" != 0 ] || export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
      ;;
  esac
  if ! timeout --foreground 120 "$prefix/$name/bin/allfold" run --quiet -- "${launch[@]}" -n 2 "$build/check" \
    > "$scratch/check" 2>&1; then
    cat "$scratch/check" >&2
    fail "installed in $prefix/$name, but a job of two ranks failed, see above: does it run without Allfold?" \
      "(${launch[*]} -n 2 $build/check) Where login nodes allow no jobs, check on a compute node: $prefix/bin/allfold doctor"
  fi
  said=$(grep '^ranks ' "$scratch/check") || said="nothing"
  [ "$said" = "ranks 2 right 1 served 2" ] ||
    { cat "$scratch/check" >&2 && fail "installed in $prefix/$name, but the check said '$said':" \
      "expected 'ranks 2 right 1 served 2'; see $prefix/bin/allfold doctor $build/check"; }
  checked="a job of two ranks was served"
}

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
require_cmake
find_compilers
require_mpi
recognise_mpi
build=$(realpath -m "${build:-$here/build/$name}")
cores=$(nproc)
jobs=${jobs:-$((cores < 16 ? cores : 16))}
# Everybody can read what is installed.
umask 022
mkdir -p "$build" || fail "$build: cannot be created; name another build folder: --build DIR"
mkdir -p "$prefix" && [ -w "$prefix" ] || fail "$prefix: cannot be written; name another folder: --prefix DIR"

step "configure, for $mpi"
logged "$build/configure.log" cmake -S "$here" -B "$build" -D CMAKE_BUILD_TYPE=Release -D CMAKE_UNITY_BUILD=ON \
  -D "MPI_C_COMPILER=$mpicc" -D "CMAKE_INSTALL_PREFIX=$prefix/$name" "${options[@]}"
grep -E '^-- (Allfold |  )' "$build/configure.log" | cut -c 4-
step "build (9 minutes of processor time)"
logged "$build/build.log" cmake --build "$build" --parallel "$jobs" --target \
  allfold allfold_static allfold_command allfold_pages
step "install in $prefix/$name"
logged "$build/install.log" cmake --install "$build"
mkdir -p "$prefix/bin"
[ -x "$prefix/bin/allfold" ] || ln -sfn "../$name/bin/allfold" "$prefix/bin/allfold"

checked="not checked"
if [ $checks = yes ]; then
  step "run a job of two ranks"
  check
fi
cat << END

$("$prefix/$name/bin/allfold" --version) for $mpi: $checked. To use it:

    export PATH=$prefix/bin:\$PATH
    allfold run -- mpirun -n 8 ./program
END
