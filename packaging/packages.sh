#!/usr/bin/env bash
# Makes packages for one MPI library. See --help.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

usage() {
  cat << 'END'
usage: packaging/packages.sh [OPTIONS] [-- CMAKE OPTIONS...]

  packaging/packages.sh                            # for mpicc: liballfold-openmpi and allfold
  packaging/packages.sh --mpi mpicc.mpich          # for MPICH on Debian: liballfold-mpich and allfold

Writes .deb packages (where there is dpkg-shlibdeps), .rpm packages (where there is rpmbuild), and an archive .tar.gz.
The library and the command are in /usr/lib/allfold/NAME, the pages in /usr/share. /usr/bin/allfold is the command of
one of the libraries that are installed.

  --mpi MPICC    compiler of the MPI library (default: mpicc)
  --name NAME    folder in /usr/lib/allfold (default: openmpi, or mpich if the name of MPICC contains that)
  --build DIR    build folder (default: build/package-NAME)
  --output DIR   where to write the packages (default: the build folder)
END
}

mpicc=mpicc name='' build='' output='' options=()
while [ $# -gt 0 ]; do
  case $1 in
    -h | --help) usage; exit ;;
    --mpi) mpicc=${2:?}; shift ;;
    --name) name=${2:?}; shift ;;
    --build) build=${2:?}; shift ;;
    --output) output=$(realpath -m "${2:?}"); shift ;;
    --) shift; options=("$@"); break ;;
    *) echo "packaging/packages.sh: unknown option '$1' (see --help)" >&2; exit 2 ;;
  esac
  shift
done
if [ -z "$name" ]; then
  case $mpicc in *mpich*) name=mpich ;; *) name=openmpi ;; esac
fi
build=$(realpath -m "${build:-$here/build/package-$name}")
output=${output:-$build}
generators=TGZ
if command -v dpkg-shlibdeps > /dev/null; then generators="$generators;DEB"; fi
if command -v rpmbuild > /dev/null; then generators="$generators;RPM"; fi
[ -n "${CMAKE_GENERATOR:-}" ] || ! command -v ninja > /dev/null || export CMAKE_GENERATOR=Ninja

folder=lib/allfold/$name
umask 022
mkdir -p "$build" "$output"
cmake -S "$here" -B "$build" -D CMAKE_BUILD_TYPE=Release -D CMAKE_UNITY_BUILD=ON -D "MPI_C_COMPILER=$mpicc" \
  -D CMAKE_INSTALL_PREFIX=/usr -D "CMAKE_INSTALL_BINDIR=$folder/bin" -D "CMAKE_INSTALL_LIBDIR=$folder/lib" \
  -D "CMAKE_INSTALL_INCLUDEDIR=$folder/include" "${options[@]}"
cmake --build "$build" --parallel "$(nproc)" --target allfold allfold_static allfold_command allfold_pages
(cd "$build" && cpack -G "$generators" -B "$output" -D CPACK_PACKAGING_INSTALL_PREFIX=/usr)
rm -rf "$output/_CPack_Packages"
