# shellcheck shell=bash
# To be sourced: builds what the scripts of this folder run, and nothing else. The caller sets source_dir,
# and results to a folder for what is printed.

# What the library and the command need.
command_packages=(cmake ninja-build g++ gcc libopenmpi-dev openmpi-bin libfmt-dev libcli11-dev libelf-dev
  libhwy-dev nlohmann-json3-dev)

packages() {
  step "packages: install what is missing"
  allfold_require_packages "$@" || exit 1
}

# configure: a new tree gets no tests, so that it needs none of their packages; cmake --preset release
# and tests/run.sh add them. In a tree that is there they stay as they are.
configure() {
  local tree=${source_dir:?}/build/release
  step "configure build/release"
  if [ -e "$tree/build.ninja" ]; then
    logged "${results:?}/configure.log" cmake -DALLFOLD_BENCH=ON "$tree"
  else
    (cd "$source_dir" &&
      logged "$results/configure.log" cmake --preset release -DALLFOLD_TESTS=OFF)
  fi
  # shellcheck disable=SC1091
  . "$tree/bench/paths.sh"
}

# build WHAT TARGET...: WHAT says what they are.
build() {
  local what=$1
  shift
  step "build $what"
  logged "$results/build-$1.log" cmake --build "$source_dir/build/release" --target "$@"
}

# build_command: the command alone, with its packages.
build_command() {
  packages "${command_packages[@]}"
  configure
  build "the command allfold (some minutes, the first time)" allfold_command
}

# A number for what comes in.
checksum() { cksum | cut -d ' ' -f 1; }

# use_alone FOLDER WHAT: ends the script if another one works there, of the same WHAT.
use_alone() {
  local lock script=bench/${0##*/}
  exec {lock}> "$1/lock"
  flock -n "$lock" || {
    echo "$script: $1 is in use: expected no other $script $2; let that end" >&2
    exit 2
  }
}

# empty_folder FOLDER: makes it, or empties it. A folder with files, outside build/bench, is left alone, unless it was
# made here.
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
