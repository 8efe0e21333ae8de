# shellcheck shell=bash
# To be sourced: builds the targets that the scripts of this folder run. The caller sets source_dir,
# and results to a folder for logs.

# The packages that the library and the command need.
command_packages=(cmake ninja-build g++ gcc libopenmpi-dev openmpi-bin)

# Make builds one file at a time unless it is told otherwise.
export CMAKE_BUILD_PARALLEL_LEVEL=${CMAKE_BUILD_PARALLEL_LEVEL:-$(nproc)}

# generator_for TREE: prints the generator of the build tree, or, for a new one, Ninja if it is there.
generator_for() {
  if [ -e "$1/CMakeCache.txt" ]; then
    sed -n 's/^CMAKE_GENERATOR:INTERNAL=//p' "$1/CMakeCache.txt"
  elif command -v ninja > /dev/null; then
    echo Ninja
  else
    echo 'Unix Makefiles'
  fi
}

packages() {
  step "packages: install what is missing"
  allfold_require_packages "$@" || exit 1
}

# configure: a new tree is configured without tests, so that their packages are not needed. `cmake
# --preset release` and tests/run.sh add the tests. The setting of an existing tree is kept.
configure() {
  local tree=${source_dir:?}/build/release
  step "configure build/release"
  if [ -e "$tree/CMakeCache.txt" ]; then
    logged "${results:?}/configure.log" cmake -DALLFOLD_BENCH=ON "$tree"
  else
    (cd "$source_dir" &&
      logged "$results/configure.log" cmake --preset release -G "$(generator_for "$tree")" -DALLFOLD_TESTS=OFF)
  fi
  # shellcheck disable=SC1091
  . "$tree/bench/paths.sh"
}

# build WHAT TARGET...: WHAT describes the targets in messages.
build() {
  local what=$1
  shift
  step "build $what"
  logged "$results/build-$1.log" cmake --build "$source_dir/build/release" --target "$@"
}

# build_command: builds only the command, and installs the packages that it needs.
build_command() {
  packages "${command_packages[@]}"
  configure
  build "the command allfold (some minutes, the first time)" allfold_command
}

# Prints a checksum of standard input.
checksum() { cksum | cut -d ' ' -f 1; }

# use_alone FOLDER WHAT: ends this script if another one works in FOLDER. WHAT describes the shared
# settings.
use_alone() {
  local lock script=bench/${0##*/}
  exec {lock}> "$1/lock"
  flock -n "$lock" || {
    echo "$script: $1 is in use: expected no other $script $2; let that end" >&2
    exit 2
  }
}

# empty_folder FOLDER: makes or empties the folder. Refuses a folder with files outside build/bench,
# unless this function made it.
empty_folder() {
  local mark=$1/.of-allfold-bench
  if [ -d "$1" ] && [ -n "$(ls -A "$1")" ] && [ ! -e "$mark" ] &&
    [[ $(realpath "$1") != "$(realpath "$source_dir")"/build/bench/* ]]; then
    echo "bench/$(basename "$0"): $1: the folder holds other files: expected an empty or a new one; name another" >&2
    exit 2
  fi
  mkdir -p "$1"
  rm -rf "${1:?}"/*
  : > "$mark"
}
