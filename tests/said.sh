# shellcheck shell=bash
# Sourced by tests that check the output of a program: it goes to $directory/out, and to $directory/err if the two are
# separate. The folder is removed at the end.
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

# The output. Open MPI 5 prints a null character after a message of its own, before the next line.
said() { tr -d '\0' < "$directory/out"; }

# says PATTERN: some line matches. grep reads all input, otherwise tr would fail with a closed pipe.
says() { said | grep -aE -- "$1" > /dev/null || fail "no '$1'"; }
says_not() { ! said | grep -aE -- "$1" > /dev/null || fail "'$1' is said"; }

# The same for $directory/err.
tells() { grep -qE -- "$1" "$directory/err" || fail "'$1' is not told"; }
tells_not() { ! grep -qE -- "$1" "$directory/err" || fail "'$1' is told"; }

# says_in_lines COUNT PATTERN
says_in_lines() {
  local lines
  lines=$(said | grep -acE -- "$2") || true
  [ "$lines" = "$1" ] || fail "'$2' stands in $lines lines instead of $1"
}
