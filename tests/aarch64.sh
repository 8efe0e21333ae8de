#!/usr/bin/env bash
# Builds for aarch64 on another processor, and runs tests in QEMU's user-mode emulation. See --help.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
# shellcheck source=../cmake/packages.sh
. "$here/cmake/packages.sh"

usage() {
  cat <<TEXT
usage: tests/aarch64.sh [OPTIONS]

Installs missing packages (with apt-get, where it may), and makes the root of an arm64 system with Open MPI in
build/aarch64-root. Cross-compiles the library, the command and tests in build/aarch64, and runs tests by QEMU:
  what may depend on the processor and needs no MPI, on a processor with SVE vectors of 512 bits
  the local reduction loops with NEON, and with SVE vectors of 128 and 256 bits
  shared memory on a processor with cache lines of 256 B, and with pages of 64 KiB
  reductions on 2 ranks through shared memory and by messages, by this machine's mpirun
  --build-only   run no tests
Nothing is changed on this machine except for its packages: the emulator is not registered with the kernel. To run other
tests afterwards, build them:
  cmake --build build/aarch64 --target kernels_test && ctest --test-dir build/aarch64 -R kernels
TEXT
}

fail() {
  echo "tests/aarch64.sh: $*" >&2
  exit 2
}

builds_only=no
while [ $# -gt 0 ]; do
  case $1 in
    -h | --help) usage; exit 0 ;;
    --build-only) builds_only=yes ;;
    *) fail "there is no option '$1' (see --help)" ;;
  esac
  shift
done
cd "$here"

# The MPI library of the root and the mpirun of this machine are of one version, since both are of this release.
release=$(sed -n 's/^VERSION_CODENAME=//p' /etc/os-release 2> /dev/null) || true
if [ -z "$release" ] || ! command -v apt-get > /dev/null; then fail "apt-get: not found: expected a Debian system"; fi
# qemu-user-static would register itself with the kernel, for all programs.
allfold_require_packages cmake ninja-build g++-aarch64-linux-gnu gfortran-aarch64-linux-gnu qemu-user mmdebstrap \
  libopenmpi-dev openmpi-bin

triple=aarch64-linux-gnu
root=$here/build/aarch64-root tools=$here/build/aarch64-tools build=$here/build/aarch64
packages=libopenmpi-dev,libgtest-dev,libgmock-dev,libstdc++-$($triple-g++ -dumpversion | cut -d . -f 1)-dev

# make_root: unpacks the packages and what they depend on. No program of theirs runs.
make_root() {
  local link to
  rm -rf "$root" "$root.packages"
  mkdir -p "$tools"
  allfold_apt_settings > "$tools/apt.conf"
  echo "tests/aarch64.sh: unpacking an arm64 system in $root"
  mmdebstrap -q --variant=extract --architectures=arm64 --aptopt="$tools/apt.conf" --include="$packages" \
    "$release" "$root" "$(allfold_apt_mirror)"
  # The emulator would take these for those of this machine, where all ranks share memory.
  rm -r "${root:?}/dev"
  # Absolute links lead out of the root.
  find "$root" -type l -lname '/*' -printf '%p %l\n' | while read -r link to; do
    ln -sfn "$(realpath -m --relative-to="${link%/*}" "$root$to")" "$link"
  done
  echo "$release $packages" > "$root.packages"
}
[ "$(cat "$root.packages" 2> /dev/null)" = "$release $packages" ] || make_root

# Open MPI's wrappers for this machine, with the compilers and the files of the other one.
make_wrappers() {
  local lib=$root/usr/lib/$triple/openmpi
  cat > "$tools/mpicc" <<END
#!/bin/sh
export OMPI_CC='$triple-gcc --sysroot=$root' OMPI_CXX='$triple-g++ --sysroot=$root'
export OMPI_FC='$triple-gfortran --sysroot=$root' OPAL_LIBDIR='$lib/lib' OPAL_INCLUDEDIR='$lib/include'
exec "/usr/bin/\${0##*/}.openmpi" "\$@"
END
  chmod +x "$tools/mpicc"
  ln -sf mpicc "$tools/mpicxx"
  ln -sf mpicc "$tools/mpifort"
}
mkdir -p "$tools"
make_wrappers

cmake --preset release -B "$build" --toolchain "$here/cmake/$triple.cmake" -D CMAKE_SYSROOT="$root" \
  -D ALLFOLD_BENCH=OFF -D MPI_C_COMPILER="$tools/mpicc" -D MPI_CXX_COMPILER="$tools/mpicxx" \
  -D MPI_Fortran_COMPILER="$tools/mpifort" -D MPIEXEC_EXECUTABLE=/usr/bin/mpirun.openmpi
cmake --build "$build" --target allfold allfold_command allfold_pages \
  ops_test node_test system_test machine_test comparison_test profile_test executor_test \
  checked_reductions floating_point_traps
[ $builds_only = no ] || exit 0

# tests TITLE CTEST-ARGUMENT...: what the processor is may be in QEMU_CPU. A test that fails is run again: some have limits
# in time, which they can miss in emulation, on a machine that does other things, too.
failed=no
tests() {
  printf '\n=== %s\n' "$1"
  ctest --test-dir "$build" --output-on-failure --no-tests=error --repeat until-pass:2 -j "$(nproc)" "${@:2}" ||
    failed=yes
}
# Those of scripts call programs without the emulator. Many ranks, which are threads here, take long, and do nothing
# that few do not. The scalar loops serve long double only, which is in those of the other instruction sets, too.
scripts='^(bench|browser|command|fuzz|house|node_check|node_model|picture)[.][a-z_.]*$'
tests 'without MPI' -LE 'mpi|loading' \
  -E "_NOT_BUILT$|$scripts|^Target/.*/(neon|scalar)|^Group/|^ranks/.*/(1|2|4|6|7|8|9|1[0-9])_ranks"
tests 'groups of ranks' -R '^Group/.*/(3|4_in_pairs_of_pairs|8_in_pairs_of_pairs_one_thread)  #'
QEMU_CPU=neoverse-n1 tests 'loops with NEON' -R '^Target/.*/neon'
for bytes in 16 32; do
  QEMU_CPU=max,sve-default-vector-length=$bytes tests "loops with SVE vectors of $bytes bytes" \
    -R '^Target/.*[.](ReduceEveryLengthIntoEveryPlace|ReduceSpecialValuesInEveryLane|ThreeOfEveryLength)/sve'
done
QEMU_CPU=a64fx tests 'shared memory with cache lines of 256 B' -R '^(Slot|Area|Extent|SharedMemory)[.]'
# QEMU 7 does not map a part of a file that begins after its end, as the kernel does, if pages are longer than the host's.
mapped_early='^Extent[.](HasNoAreaOfAProcessThatOutlivesIt|HasOneFirstAreaOfEachProcess|IsMadeWhereOneProcessHasNoSlot)'
mapped_early+='|^Extent[.]IsPreferredIfItHasManyColumns|^OwnMemory[.]NeverShortensTheFile'
mapped_early+='|^SharedMemory[.]UnmapsThatOfProcessesThatAreGone'
QEMU_PAGESIZE=65536 tests 'shared memory with pages of 64 KiB' \
  -R '^(Area|Extent|SharedMemory|OwnMemory|Staging|Group)[.]' -E "$mapped_early"
GTEST_FILTER='*UserOperations.MatrixProduct*:*UserOperations.IntervalConcatenation*:*ArgumentBuffers.MpiBottomInPlace*'
export GTEST_FILTER+=':*SameBits.SumOfDoubles/Allreduce:*NoElements*'
tests '2 ranks' -R '^(checked_reductions|floating_point_traps.*)[.]p2$'
ALLFOLD_NODE=0 tests '2 ranks, by messages' -R '^checked_reductions[.]p2$'
[ $failed = no ]
