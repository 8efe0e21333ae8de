#!/usr/bin/env bash
# Installs the build dependencies, builds, and runs all tests. See --help.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
# shellcheck source=../cmake/packages.sh
. "$here/cmake/packages.sh"

usage() {
  cat <<TEXT
usage: tests/run.sh [OPTIONS] [CTEST ARGUMENTS...]

Installs missing packages (with apt-get, where it may), configures, builds, and runs all tests.
  --preset NAME   release (the default), debug, asan or tsan; the build tree is build/NAME. Or smpi: only the tests
                  scale.*, in simulations by SimGrid; without CTEST ARGUMENTS they follow those of release
  --mpi NAME      openmpi (the default), or mpich: the tests in tests/mpi and tests/loading run with MPICH, which
                  stays beside another MPI library; the build tree is build/release-mpich
  --without-mpi   build and run only the tests that start no MPI program
  --target NAME   build nothing but this target, and what others of these options name
  --build-only    run no tests
Everything else goes to ctest, as in
  tests/run.sh -R kernels                      the tests whose names match
  tests/run.sh --preset asan --without-mpi     those without MPI, under the sanitizers
TEXT
}

fail() {
  echo "tests/run.sh: $*" >&2
  exit 2
}

preset=release mpi=openmpi targets=() selection=() builds_only=no
while [ $# -gt 0 ]; do
  case $1 in
    -h | --help) usage; exit 0 ;;
    --preset) preset=${2:-} && shift ;;
    --mpi) mpi=${2:-} && shift ;;
    --without-mpi) targets+=(tests_without_mpi) selection=(-LE 'mpi|loading') ;;
    --target) targets+=("${2:-}") && shift ;;
    --build-only) builds_only=yes ;;
    *) break ;;
  esac
  shift || fail "a value is missing (see --help)"
done
case $preset in
  release | debug | asan | tsan | smpi) ;;
  *) fail "--preset: there is no preset '$preset': expected release, debug, asan, tsan or smpi" ;;
esac
case $mpi in
  openmpi) mpi_packages=(libopenmpi-dev openmpi-bin) ;;
  mpich)
    [ "$preset" = release ] || fail "--mpi mpich: expected no --preset but release"
    preset=release-mpich mpi_packages=(libmpich-dev mpich)
    [ ${#targets[@]} -gt 0 ] ||
      targets=(src/all tests/mpi/all tests/loading/all) selection=(-L 'mpi|loading' -E '^(command|bench|faults)[.]')
    ;;
  *) fail "--mpi: there are no tests with '$mpi': expected openmpi or mpich" ;;
esac

# simulations CTEST_ARGUMENT...: tests the library in SimGrid's simulations.
simulations() {
  if ! allfold_require_packages cmake ninja-build g++ libsimgrid-dev; then
    echo "left out: the tests scale.*: SimGrid (libsimgrid-dev) is not installed"
    return 0
  fi
  cmake --preset smpi
  cmake --build --preset smpi --target simulate simulate_node
  [ $builds_only = no ] || return 0
  ctest --preset smpi -j "$(nproc)" "$@"
}
cd "$here"
if [ $preset = smpi ]; then
  simulations "$@"
  exit
fi

allfold_require_packages cmake ninja-build g++ gcc gfortran pkg-config binutils "${mpi_packages[@]}" \
  libgtest-dev libgmock-dev libbenchmark-dev gnuplot-nox
cmake --preset "$preset"
cmake --build --preset "$preset" ${targets[@]+--target "${targets[@]}"}
status=0
# Ranks wait most of their time: for each other, and for mpirun.
[ $builds_only = yes ] || ctest --preset "$preset" -j $((2 * $(nproc))) "${selection[@]}" "$@" || status=$?
# Tests with the label `repeated` get several attempts, if no other test failed: see cmake/MpiTest.cmake.
if [ $status != 0 ] && [ -s "build/$preset/Testing/Temporary/LastTestsFailed.log" ]; then
  failed=(ctest --preset "$preset" --rerun-failed --show-only)
  if "${failed[@]}" -LE '^repeated$' | grep -q '^Total Tests: 0$' &&
    ! "${failed[@]}" | grep -q '^Total Tests: 0$'; then
    echo "tests/run.sh: this MPI library loses messages of jobs that are aborted: the tests of these are repeated"
    status=0
    ctest --preset "$preset" --rerun-failed --repeat until-pass:8 || status=$?
  fi
fi
if [ "$preset" = release ] && [ ${#targets[@]} = 0 ] && [ $# = 0 ]; then simulations || status=$?; fi
exit $status
