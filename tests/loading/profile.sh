#!/bin/bash
# profile.sh PROGRAM ROWS: the profile of a program in any language contains every call, with its call site. ROWS
# prints a profile as lines of words.
. "$(dirname "$0")/common.sh"
program=$1 rows=$2

run $MPIRUN -x LD_PRELOAD="$LIBRARY" -x ALLFOLD_PROFILE="$directory/profile.json" -x ALLFOLD_PROFILE_SITES=1 -n 3 "$program"
"$rows" "$directory/profile.json" >"$directory/rows" || fail "no profile"
for collective in allreduce reduce; do
  counted=$(awk -v collective=$collective '
    $1 == "class" && $2 == collective { for (i = 1; i < NF; i += 2) if ($i == "calls") calls += $(i + 1) }
    END { print calls + 0 }' "$directory/rows")
  [ "$counted" = "$(calls_made $collective)" ] || fail "$counted calls of $collective: $(cat "$directory/rows")"
done
objects=$(grep -o '"object": "[^"]*"' "$directory/profile.json" | sort -u)
[ "$objects" = "\"object\": \"$(readlink -f "$program")\"" ] || fail "calls from elsewhere: $objects"
