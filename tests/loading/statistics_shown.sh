#!/bin/bash
# statistics_shown.sh PROGRAM PAGE [--write]: the page shows, after the line <!-- NAME ARGUMENTS -->, the output of
# ALLFOLD_STATS=1 for the program; only the seconds may differ. With --write the page is updated instead.
. "$(dirname "$0")/common.sh"
program=$1 page=$2 write=${3:-}
[ -x "$program" ] || { echo "$program was not built" && exit 77; }
mark=$(grep -m 1 "^<!-- $(basename "$program") .* -->$" "$page") || fail "$page does not show it"
read -ra words <<< "$mark"
arguments=("${words[@]:2:${#words[@]}-3}")

run env ALLFOLD_STATS=1 $MPIRUN -x LD_PRELOAD="$LIBRARY" -n 2 "$program" "${arguments[@]}"
sed 's/^/    /' "$directory/err" > "$directory/printed"
shown() {
  awk -v mark="$mark" '/^<!-- end -->/ { inside = 0 } inside; $0 == mark { inside = 1 }' "$page"
}
if [ "$write" = --write ]; then
  awk -v mark="$mark" -v printed="$directory/printed" '
    /^<!-- end -->/ { inside = 0 }
    !inside
    $0 == mark { inside = 1; while ((getline line < printed) > 0) print line }' "$page" > "$directory/page"
  cp "$directory/page" "$page"
fi
without_seconds() { sed 's/ *[0-9]\.[0-9e+-]* /  S  /'; }
diff <(shown | without_seconds) <(without_seconds < "$directory/printed") || fail "$page shows something else"
