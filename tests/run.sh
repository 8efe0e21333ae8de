#!/usr/bin/env bash
# Installs what the build needs, builds, and runs all tests. See --help.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
# shellcheck source=../cmake/packages.sh
. "$here/cmake/packages.sh"

usage() {
  cat <<TEXT
usage: tests/run.sh [--preset NAME] [CTEST ARGUMENTS...]

Installs missing packages (with apt-get, where it may), configures, builds, and runs all tests.
  --preset NAME   release (the default), debug, asan or tsan; the build tree is build/NAME
Everything else goes to ctest, as in
  tests/run.sh -R kernels          the tests whose names match
  tests/run.sh --preset asan -LE mpi   those without MPI, under the sanitizers
TEXT
}

preset=release
case ${1:-} in
  -h | --help) usage; exit 0 ;;
  --preset)
    preset=${2:-}
    shift 2 || { usage >&2; exit 2; }
    ;;
esac
case $preset in
  release | debug | asan | tsan) ;;
  *) echo "tests/run.sh: there is no preset '$preset' (see --help)" >&2; exit 2 ;;
esac

allfold_require_packages cmake ninja-build g++ gcc gfortran pkg-config binutils libopenmpi-dev \
  openmpi-bin libgtest-dev libfmt-dev libbenchmark-dev libcli11-dev libhwy-dev nlohmann-json3-dev gnuplot-nox
cd "$here"
cmake --preset "$preset"
cmake --build --preset "$preset"
exec ctest --preset "$preset" -j "$(nproc)" "$@"
