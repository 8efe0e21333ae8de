#!/bin/bash
# run.sh [--runs N] [READER...]: passes each reader (rules, variables, saved_calls, command_lines) N inputs that
# libFuzzer derives from its corpus, 10^6 by default, and keeps those that reach new code. It needs clang++ and its
# libraries (Debian: clang, libclang-rt-dev). A failure ends it; the input is left in build/fuzz.
set -euo pipefail
cd "$(dirname "$0")/../.."
runs=1000000
if [ "${1:-}" = --runs ]; then
  runs=$2
  shift 2
fi
readers=("$@")
[ ${#readers[@]} -gt 0 ] || readers=(rules variables saved_calls command_lines)
cmake --preset fuzz > /dev/null
cmake --build --preset fuzz --target "${readers[@]/#/fuzz_}"
cd build/fuzz
export ASAN_OPTIONS=detect_leaks=0
for reader in "${readers[@]}"; do
  corpus=../../tests/fuzz/corpus/$reader
  found=$(mktemp -d "found.$reader.XXXXXX")
  "tests/fuzz/fuzz_$reader" -runs="$runs" -max_len=2048 -timeout=20 -rss_limit_mb=2048 \
    -artifact_prefix="$reader-" -print_final_stats=1 -verbosity=0 "$found" "$corpus"
  # Keeps only the inputs needed to reach code that the corpus does not reach.
  "tests/fuzz/fuzz_$reader" -set_cover_merge=1 -use_counters=0 -verbosity=0 "$corpus" "$found"
  rm -r "$found"
  echo "$reader: $runs inputs, no finding; the corpus has $(ls "$corpus" | wc -l)"
done
