#!/usr/bin/env bash
# precompiled.sh SOURCE CMAKE CXX: a build with precompiled headers, as made by users without a compiler cache,
# succeeds, and its sources can use the headers: some of the library, some of the command.
set -euo pipefail
source_dir=$1 cmake=$2 cxx=$3
build=$(mktemp -d)
trap 'rm -rf "$build"' EXIT
unset CMAKE_CXX_COMPILER_LAUNCHER CMAKE_C_COMPILER_LAUNCHER
"$cmake" -S "$source_dir" -B "$build" -G Ninja -D CMAKE_CXX_COMPILER="$cxx" -D ALLFOLD_PRECOMPILED_HEADERS=ON \
  -D ALLFOLD_TESTS=OFF -D ALLFOLD_BENCH=OFF > "$build/log" 2>&1 || { cat "$build/log"; exit 1; }
# Compilers that cannot use a precompiled header report that, and compile without it.
"$cmake" --build "$build" --target src/CMakeFiles/allfold_node.dir/node/slices.cpp.o \
  src/command/CMakeFiles/allfold_bench.dir/ranks.cpp.o src/CMakeFiles/allfold_mpi.dir/mpi/machine/members.cpp.o > "$build/log" 2>&1 ||
  { cat "$build/log"; exit 1; }
if grep -i 'warning:' "$build/log"; then
  echo "expected no warning"
  exit 1
fi
