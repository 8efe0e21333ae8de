# shellcheck shell=bash
# To be sourced: builds what the scripts of this folder run. The caller sets source_dir, and results
# to a folder for what is printed.

packages() {
  step "packages"
  allfold_require_packages cmake ninja-build g++ gcc gfortran libopenmpi-dev openmpi-bin \
    libgtest-dev libfmt-dev libbenchmark-dev libcli11-dev libhwy-dev nlohmann-json3-dev pkg-config || exit 1
}

build() {
  step "configure"
  (cd "${source_dir:?}" && logged "${results:?}/configure.log" cmake --preset release)
  step "build"
  (cd "$source_dir" && logged "$results/build.log" cmake --build --preset release)
  # shellcheck disable=SC1091
  . "$source_dir/build/release/bench/paths.sh"
}

# empty_folder FOLDER: makes it, or empties it.
empty_folder() {
  mkdir -p "$1"
  rm -rf "${1:?}"/*
}
