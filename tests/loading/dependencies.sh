#!/bin/bash
# dependencies.sh FILE...: every program in a job loads a preloaded library, so each of these files needs only the MPI
# library, the C library and the library that unwinds the stack, and finds them.
. "$(dirname "$0")/common.sh"

for file; do
  echo "$file"
  readelf -d "$file" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p' >"$directory/out"
  grep -q -E '^libmpi(ch)?\.so' "$directory/out" || fail "does not need the MPI library"
  ! grep -vE '^(libmpi|libmpich|libc|libm|libgcc_s|ld-linux-.*)\.so' "$directory/out" || fail "needs more"
  env -u LD_LIBRARY_PATH ldd "$file" >"$directory/out"
  ! grep 'not found' "$directory/out" || fail "does not find it"
done
