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

# says PATTERN: in some line.
says() { grep -qE -- "$1" "$directory/out" || fail "no '$1'"; }
says_not() { ! grep -qE -- "$1" "$directory/out" || fail "'$1' is said"; }

# says_in_lines COUNT PATTERN
says_in_lines() {
  local lines
  lines=$(grep -acE -- "$2" "$directory/out") || true
  [ "$lines" = "$1" ] || fail "'$2' stands in $lines lines instead of $1"
}
