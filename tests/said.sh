# shellcheck shell=bash
# To be sourced by tests that look at what a program prints: it goes to $directory/out, and to
# $directory/err where the two are kept apart. The folder goes at the end.
directory=$(mktemp -d)
trap 'rm -rf "$directory"' EXIT

fail() {
  local file
  echo "FAILED: $*"
  for file in "$directory"/out "$directory"/err; do
    [ ! -e "$file" ] || { echo "--- the last of $file:"; tail -n 60 "$file"; }
  done
  exit 1
}

# What it prints. Open MPI 5 puts a null character after a message of its own, before a line of anybody's.
said() { tr -d '\0' < "$directory/out"; }

# says PATTERN: in some line. All is read, or tr would meet a closed pipe.
says() { said | grep -aE -- "$1" > /dev/null || fail "no '$1'"; }
says_not() { ! said | grep -aE -- "$1" > /dev/null || fail "'$1' is said"; }

# The same of $directory/err.
tells() { grep -qE -- "$1" "$directory/err" || fail "'$1' is not told"; }
tells_not() { ! grep -qE -- "$1" "$directory/err" || fail "'$1' is told"; }

# says_in_lines COUNT PATTERN
says_in_lines() {
  local lines
  lines=$(said | grep -acE -- "$2") || true
  [ "$lines" = "$1" ] || fail "'$2' stands in $lines lines instead of $1"
}
