#!/usr/bin/env bash
# golden.sh COMMAND FILE...: each file is the output of the command that its first line names. If the output is right
# and the files are outdated: golden.sh --write COMMAND FILE...
set -euo pipefail
write=0
if [ "$1" = --write ]; then
  write=1
  shift
fi
allfold=$1
shift
failures=0
for file in "$@"; do
  read -r line < "$file"
  read -ra words <<< "$line"
  if [ "${words[*]:0:3}" != '$ allfold plan' ]; then
    echo "$file: the first line is no '\$ allfold plan ...'"
    failures=1
    continue
  fi
  printed=$(printf '%s\n' "$line"; "$allfold" "${words[@]:2}")
  if [ $write = 1 ]; then
    printf '%s\n' "$printed" > "$file"
  elif ! diff <(printf '%s\n' "$printed") "$file"; then
    echo "$file is not what 'allfold ${words[*]:2}' prints"
    failures=1
  fi
done
exit $failures
