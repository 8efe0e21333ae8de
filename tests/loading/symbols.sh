#!/bin/bash
# symbols.sh HEADER ARCHIVE: the library exports the functions that it overrides, as MPI_X and as PMPI_X, and the
# functions of the header. The archive defines no other name that could collide with a name of a program.
. "$(dirname "$0")/common.sh"
header=$1 archive=$2

sed 's,/\*.*,,' "$header" | grep -oE '\ballfold_[a-z_]+\(' | tr -d '(' | sort -u >"$directory/api"
[ -s "$directory/api" ] || fail "no functions in $header"

# check_names FILE: one symbol per line.
check_names() {
  grep -E '^allfold_' "$1" | diff "$directory/api" - ||
    fail "the functions of $header (<) are not those that are there (>)"
  grep -E '^MPI_' "$1" >"$directory/mpi" || fail "overrides nothing"
  sed -n 's/^PMPI_/MPI_/p' "$1" | diff "$directory/mpi" - ||
    fail "not every MPI_X (<) comes with its PMPI_X (>)"
  local name
  for name in $(cat "$directory/reductions") MPI_Finalize; do
    grep -qx $name "$directory/mpi" || fail "does not override $name"
  done
}

# A function that the MPI library has and the library does not override would bypass it.
mpi=$(ldd "$LIBRARY" | awk '/^[ \t]*libmpi(ch|_abi)?\.so/ { print $3 }')
[ -n "$mpi" ] || fail "uses no MPI library"
nm -D --defined-only "$mpi" | awk '{ print $3 }' | sed 's/@.*//' |
  grep -E '^MPI_(Allreduce|Reduce(_scatter(_block)?)?)(_c)?$' | sort -u >"$directory/reductions"
[ "$(wc -l <"$directory/reductions")" -ge 4 ] || fail "no reductions in $mpi"

echo "the library"
nm -D --defined-only "$LIBRARY" | awk '{ print $3 }' | sed 's/@.*//' | sort -u >"$directory/names"
check_names "$directory/names"
! grep -vE '^(allfold_|P?MPI_)' "$directory/names" || fail "exports more than that"

echo "the archive"
nm --defined-only --extern-only "$archive" 2>/dev/null |
  awk 'NF == 3 && ($2 !~ /[VWuvw]/ || $3 ~ /^MPI_/) { print $3 }' | sort -u >"$directory/names"
check_names "$directory/names"
! grep -vE '^(allfold_|P?MPI_|_Z.*7allfold)' "$directory/names" ||
  fail "defines names outside Allfold's namespace"

# One reference, -u PMPI_Allreduce, must link all of the overrides.
nm -A --defined-only "$archive" 2>/dev/null | grep -E ' [TW] P?MPI_' | cut -d : -f 2 | sort -u \
  >"$directory/members"
[ "$(wc -l <"$directory/members")" -eq 1 ] ||
  fail "the overrides are in several members: $(tr '\n' ' ' <"$directory/members")"
