#!/usr/bin/env bash
# configuration.sh SOURCE CMAKE CXX: which header-only libraries a build takes, and what is said of a system that has
# none, old ones, or new ones. The system is a folder, in which this test puts what a library's package would.
set -euo pipefail
source_dir=$1 cmake=$2 cxx=$3
directory=$(mktemp -d)
trap 'rm -rf "$directory"' EXIT
system=$directory/system/usr

fail() {
  echo "FAILED: $*"
  tail -n 30 "$directory/out"
  exit 1
}

# configure OPTION...: returns CMake's status. Without MPI, which this is not about, and without tests.
configure() {
  rm -rf "$directory/build"
  "$cmake" -S "$source_dir" -B "$directory/build" -D CMAKE_CXX_COMPILER="$cxx" -D ALLFOLD_NODE_MODEL=ON \
    -D CMAKE_FIND_ROOT_PATH="$directory/system" -D CMAKE_FIND_ROOT_PATH_MODE_PACKAGE=ONLY \
    -D CMAKE_FIND_ROOT_PATH_MODE_INCLUDE=ONLY "$@" > "$directory/out" 2>&1
}

# expect TEXT: in the output, in which CMake may have broken lines.
expect() {
  tr -s ' \n' ' ' < "$directory/out" | grep -qF -- "$1" || fail "expected: $1"
}

# package NAME TARGET VERSION: a CMake package that is exactly as new as this.
package() {
  local folder=$system/lib/cmake/$1
  mkdir -p "$folder"
  echo "add_library($2 INTERFACE IMPORTED)" > "$folder/$1Config.cmake"
  cat > "$folder/$1ConfigVersion.cmake" << END
set(PACKAGE_VERSION $3)
if(NOT PACKAGE_FIND_VERSION VERSION_GREATER PACKAGE_VERSION)
  set(PACKAGE_VERSION_COMPATIBLE TRUE)
endif()
END
}

# system FMT HIGHWAY JSON CLI11: has these versions.
system() {
  package fmt fmt::fmt-header-only "$1"
  package nlohmann_json nlohmann_json::nlohmann_json "$3"
  package CLI11 CLI11::CLI11 "$4"
  mkdir -p "$system/include/hwy"
  local major minor patch
  IFS=. read -r major minor patch <<< "$2"
  printf '#define HWY_%s\n' "MAJOR $major" "MINOR $minor" "PATCH $patch" > "$system/include/hwy/highway.h"
}

echo "a system without them"
configure || fail "status $?"
for folder in fmt highway nlohmann-json cli11; do expect "in third_party/$folder"; done
! configure -D ALLFOLD_SYSTEM_LIBRARIES=yes || fail "expected an error"
expect "fmt: not found: expected version 9.1 or newer"

echo "too old ones"
system 8.1.1 0.17.0 3.10.5 1.9.1
configure || fail "status $?"
expect "in third_party/fmt (that of the system, 8.1.1, is older than 9.1)"
expect "in third_party/highway (that of the system, 0.17.0, is older than 1.0)"
expect "in third_party/nlohmann-json (that of the system, 3.10.5, is older than 3.11)"
expect "in third_party/cli11 (that of the system, 1.9.1, is older than 2.1)"
! configure -D ALLFOLD_SYSTEM_LIBRARIES=yes || fail "expected an error"
expect "fmt: too old (8.1.1): expected version 9.1 or newer"

echo "new ones"
system 9.1.0 1.0.3 3.11.2 2.1.2
configure -D ALLFOLD_SYSTEM_LIBRARIES=yes || fail "status $?"
for found in "fmt 9.1.0" "highway 1.0.3" "nlohmann-json 3.11.2" "cli11 2.1.2"; do expect "$found of the system"; done
configure -D ALLFOLD_SYSTEM_LIBRARIES=no || fail "status $?"
for folder in fmt highway nlohmann-json cli11; do expect "in third_party/$folder"; done

echo "the versions that are said are those of the headers, as far as these say it"
# said FOLDER HEADER AWK_PROGRAM: the program prints the version in the header.
said() {
  local version
  version=$(awk "$3" "$source_dir/third_party/$1/include/$2")
  [ -n "$version" ] || fail "third_party/$1/include/$2: no version"
  expect "$1 $version"
  grep "^| \`$1/\`" "$source_dir/third_party/README.md" | grep -qF "| $version" ||
    fail "third_party/README.md: expected version $version of $1"
}
parts='$2 ~ /_(MAJOR|MINOR|PATCH)$/ && $3 ~ /^[0-9]+$/ { version = version point $3; point = "." } END { print version }'
# fmt 10.1.1 says 10.1.0.
said fmt fmt/core.h '$2 == "FMT_VERSION" { print int($3 / 10000) "." int($3 / 100) % 100 "." }'
said highway hwy/base.h "$parts"
said nlohmann-json nlohmann/detail/abi_macros.hpp "$parts"
said cli11 CLI/Version.hpp "$parts"

echo "values that are none"
for option in ALLFOLD_SYSTEM_LIBRARIES ALLFOLD_STATIC_RUNTIME; do
  ! configure -D $option=maybe || fail "expected an error"
  expect "$option: invalid value 'maybe': expected auto, yes or no"
done
