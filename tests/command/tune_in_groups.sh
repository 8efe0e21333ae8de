#!/usr/bin/env bash
# tune_in_groups.sh ON_NODES COMMAND LINKS MOST_RANKS: `allfold tune` on nodes in groups of 2, with LINKS
# (tune_in_groups.c) delaying the messages between them. The environment contains MPIRUN. Exits with 77 if that is
# impossible.
set -euo pipefail
on_nodes=$1 allfold=$2 links=$3 most_ranks=$4
directory=$(mktemp -d)
trap 'rm -rf "$directory"' EXIT
export GROUPS_LINKS=$directory

# finds RANKS PATTERN: the model from "group" on matches. Other load on the machine may hide the groups, but not in
# each attempt.
finds() {
  local ranks=$1 pattern=$2 rules=$directory/rules.json status=0
  for _ in 1 2 3 4 5; do
    rm -f "$rules"
    "$on_nodes" 1 "$ranks" env "LD_PRELOAD=$links" "$allfold" tune -o "$rules" --ranks "$ranks" --sizes 8 --budget 1s \
      --quiet > "$directory/out" 2>&1 || status=$?
    [ $status = 0 ] || { cat "$directory/out" && exit $status; }
    ! grep -qE "\"model\": .*, \"beta-inside\": \"[^\"]*\"$pattern}" "$rules" || return 0
  done
  echo "'$pattern' was not found on $ranks ranks:"
  cat "$rules"
  exit 1
}
time='"[0-9.]+[mun]s"'

# Each pair of three groups has a link.
finds 6 ", \"group\": 2, \"beta-pair\": $time"

# One link of a group leads to all others.
export GROUPS_SHARE_ALL=1
finds 6 ", \"group\": 2, \"beta-far\": $time"

# With two groups the two kinds of links cannot be distinguished.
unset GROUPS_SHARE_ALL
finds 4 ", \"group\": 2, \"beta-far\": $time"

# Two switches form a group, and there are two groups.
export GROUPS_OF_SWITCHES=1
[ "$most_ranks" -lt 8 ] || finds 8 ", \"switch\": 2, \"beta-switch-far\": $time, \"group\": 4, \"beta-far\": $time"
