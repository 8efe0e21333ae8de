#!/usr/bin/env bash
# headers.sh COMMAND FOLDER: each source of the folder that defines an algorithm (as `constinit const Kernel row::name`)
# has a header comment with its parts in order, which is short and shows the rounds that `allfold plan` prints. If the
# output is right and the headers are outdated: headers.sh --write COMMAND FOLDER
set -euo pipefail
write=0
if [ "$1" = --write ]; then
  write=1
  shift
fi
allfold=$1 folder=$2
most_lines=25 # without the lines of the rounds

header_of() { awk '/^\/\/\// { print; next } { exit }' "$1"; }

# The first words of all paragraphs but the first.
parts_of() {
  header_of "$1" | awk '
    previous == "///" && $2 != "rank" { sub(/[:,]$/, "", $2); printf "%s ", $2 }
    { previous = $0 }'
}

# The file, with its rounds as the command prints them.
with_rounds() {
  local line printed is_header=1 is_table=0
  while IFS= read -r line; do
    [[ $line == ///* ]] || is_header=0
    if [[ $is_header = 1 && $line == '/// $ allfold plan '* ]]; then
      read -ra words <<< "$line"
      printed=$("$allfold" "${words[@]:3}")
      printf '%s\n' "$line"
      while IFS= read -r line; do printf '%s\n' "///${line:+ }$line"; done <<< "$printed"
      is_table=1
    elif [[ $is_header = 0 || $is_table = 0 ]]; then
      printf '%s\n' "$line"
    fi
  done < "$1"
}

failures=0
complain() {
  echo "$*"
  failures=1
}
mapfile -t files < <(grep -lE '^constinit const Kernel row::' "$folder"/*.cpp)
if [ ${#files[@]} = 0 ]; then complain "$folder: no source defines an algorithm"; fi
for file in "${files[@]}"; do
  parts=$(parts_of "$file")
  if [ "$parts" != "Idea Restrictions Cost Reference Rounds " ]; then
    complain "$file: the header's paragraphs begin '$parts'; expected Idea, Restrictions, Cost, Reference, Rounds"
  fi
  lines=$(header_of "$file" | sed '\,^/// \$ ,,$d' | wc -l)
  if [ "$lines" -gt $most_lines ]; then
    complain "$file: the header has $lines lines before the rounds; expected at most $most_lines"
  fi
  if ! grep -q '^/// \$ allfold plan --brief .*-p [67]\>' "$file"; then
    complain "$file: the header does not show the rounds on 6 or 7 ranks"
  fi
  if [ $write = 1 ]; then
    printed=$(with_rounds "$file")
    printf '%s\n' "$printed" > "$file"
  elif ! diff "$file" <(with_rounds "$file"); then
    complain "$file does not show the rounds that the command prints; write them by headers.sh --write"
  fi
done
exit $failures
