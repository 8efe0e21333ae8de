#!/usr/bin/env bash
# shellcheck source-path=SCRIPTDIR
# values.sh SIMULATE RANKS: every algorithm has the right result, short, in blocks that differ in length, and with
# messages on either side of where SMPI sends at once.
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"
ranks=$2

simulated --ranks "$ranks" --sizes 8,6056 --contestant every --check
each_row 'values == "right" && kernel == contestant && seconds > 0'
# Of long vectors all but those of `direct`, whose messages are all in flight together: that takes minutes.
mapfile -t kernels < <(awk -F '\t' '$3 == 8 && $4 != "direct" { print $4 }' "$directory/out" | sort -u)
[ ${#kernels[@]} -gt 15 ] || fail "there are ${#kernels[@]} algorithms only"
simulated --ranks "$ranks" --sizes 264k "${kernels[@]/#/--contestant=}" --check
each_row 'values == "right" && kernel == contestant && seconds > 0'

# Wrapped pieces are two messages to one rank, a long one and a short one, and ranks of a torus are not in step: the
# second must not be taken for the first.
simulated --platform torus --ranks "$ranks" --sizes 2m --contestant circulant --check
each_row 'values == "right"'

# What is chosen, and what it is compared with.
simulated --ranks "$ranks" --sizes 8,264k --contestant auto --contestant smpi:mpich --contestant smpi:rab --check
each_row 'values == "right" && kernel != "native"'
[ "$(rows)" = 12 ] || fail "$(rows) lines instead of 12"
