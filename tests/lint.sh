#!/usr/bin/env bash
# Checks of the sources that no compiler does. See --help.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

usage() {
  cat <<TEXT
usage: tests/lint.sh format | shell | tidy [OPTIONS]

  format          every C and C++ source is as clang-format $llvm has it
  shell           shellcheck has no warning on any script
  tidy            clang-tidy $llvm has none on the sources that changed
    --base COMMIT   ... since COMMIT (default: where this branch left origin/main; on that branch itself, and
                    where there is no such branch, the commit before)
    --first FILE    ... and, before these, on the sources that this file names, a line each
    --minutes N     look at no further source after N minutes, and name those that are left (default: no limit)
    --build DIR     build tree whose compile_commands.json to use (default: build/tidy, which is configured first)

Only files that git tracks are looked at. A tool of another version has another opinion, so LLVM's have to be of
version $llvm (clang-format-$llvm and clang-tidy-$llvm on Debian). The exit status is 77 where a check cannot be
made, with the reason.
TEXT
}
llvm=14

skip() {
  echo "skipped: $*"
  exit 77
}

# tool NAME: the command of LLVM's tool in the required version.
tool() {
  local name
  for name in "$1-$llvm" "$1"; do
    if "$name" --version 2> /dev/null | grep -q "version $llvm\."; then
      echo "$name"
      return
    fi
  done
  return 1
}

# The files that git tracks and that exist, without headers of other projects.
tracked() { # tracked PATTERN...
  local file
  git ls-files -- "$@" | grep -vE '^third_party/.*/include/' | while read -r file; do
    if [ -f "$file" ]; then echo "$file"; fi
  done
}

check_format() {
  local clang_format sources
  clang_format=$(tool clang-format) || skip "there is no clang-format $llvm"
  mapfile -t sources < <(tracked '*.cpp' '*.hpp' '*.c' '*.h')
  "$clang_format" --dry-run -Werror "${sources[@]}"
}

check_shell() {
  local scripts
  command -v shellcheck > /dev/null || skip "there is no shellcheck"
  mapfile -t scripts < <(tracked | xargs -d '\n' grep -lE -m 1 '^(#!.*sh$|# shellcheck shell=)')
  shellcheck --severity=warning "${scripts[@]}"
}

default_base() {
  local base
  base=$(git merge-base origin/main HEAD 2> /dev/null) || base=
  if [ -z "$base" ] || [ "$base" = "$(git rev-parse HEAD)" ]; then base=$(git rev-parse -q --verify HEAD~1); fi
  echo "$base"
}

# The sources to check: the changed ones, and for each changed header one source that includes it, preferably the one
# of the same name.
changed_sources() { # changed_sources BASE
  local file includer
  git diff --name-only --diff-filter=d "$1" -- '*.cpp' '*.hpp' '*.h' ':!third_party' | while read -r file; do
    case $file in
      *.cpp) echo "$file" ;;
      *)
        includer=${file%.*}.cpp
        [ -f "$includer" ] ||
          includer=$(tracked '*.cpp' | xargs -d '\n' grep -lF "${file##*/}\"" | head -n 1) || true
        [ -z "$includer" ] || echo "$includer"
        ;;
    esac
  done | sort -u
}

# A tree in which each source is compiled alone and unchanged: without precompiled headers.
configure_for_tidy() {
  local log
  log=$(mktemp)
  if cmake --preset debug -B build/tidy -D ALLFOLD_PRECOMPILED_HEADERS=OFF > "$log" 2>&1 &&
    cmake --build build/tidy --target src/generated/mpi/sources_digest.hpp > "$log" 2>&1; then
    rm "$log"
    return
  fi
  cat "$log"
  rm "$log"
  skip "build/tidy cannot be configured"
}

check_tidy() {
  local base='' build='' first=/dev/null minutes=0
  while [ $# -gt 0 ]; do
    case $1 in
      --base) base=${2:?} ;;
      --minutes) minutes=${2:?} ;;
      --build) build=${2:?} ;;
      --first) first=${2:?} ;;
      *) usage >&2; exit 2 ;;
    esac
    shift 2
  done
  [ -n "$build" ] || { build=build/tidy && configure_for_tidy; }
  [ -f "$build/compile_commands.json" ] || skip "there is no $build/compile_commands.json: configure first"
  [ -n "$base" ] || base=$(default_base) || skip "the history does not tell what changed: give --base"
  clang_tidy=$(tool clang-tidy) || skip "there is no clang-tidy $llvm"
  build_tree=$build deadline=$((minutes == 0 ? 0 : EPOCHSECONDS + minutes * 60))
  export clang_tidy build_tree deadline
  export -f tidy_one
  { tracked '*.cpp' | grep -xFf "$first" || true; changed_sources "$base"; } | awk '!seen[$0]++' | xargs -r -d '\n' -P "$(nproc)" -I SOURCE bash -c 'tidy_one SOURCE'
}

tidy_one() { # tidy_one SOURCE
  # A source that is not compiled here has no compiler options for clang-tidy.
  grep -qF "/$1\"" "$build_tree/compile_commands.json" || return 0
  if [ "$deadline" != 0 ] && [ "$EPOCHSECONDS" -ge "$deadline" ]; then
    echo "not looked at, for lack of time: $1"
    return 0
  fi
  echo "clang-tidy $1"
  local status=0
  "$clang_tidy" --quiet -p "$build_tree" "$1" 2> /dev/null || status=$?
  # Ended by a signal: clang-tidy itself crashed, which says nothing about the source.
  if [ $status -gt 128 ]; then
    echo "not looked at, since clang-tidy itself crashed: $1"
    return 0
  fi
  return $status
}

check=${1:-}
[ $# = 0 ] || shift
case $check in
  -h | --help) usage; exit 0 ;;
  format | shell | tidy) ;;
  *) usage >&2; exit 2 ;;
esac
git rev-parse --is-inside-work-tree > /dev/null 2>&1 || skip "this tree is not under git"
"check_$check" "$@"
