#!/usr/bin/env bash
# shellcheck source-path=SCRIPTDIR
# values.sh SIMULATE RANKS: every algorithm has the right result: with short vectors, with blocks of different
# lengths, and with messages on both sides of SMPI's eager limit.
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"
ranks=$2

simulated --ranks "$ranks" --sizes 8,6056 --contestant every --check
each_row 'values == "right" && kernel == contestant && seconds > 0'
# Long vectors with all algorithms but `direct`, whose messages are all in flight at the same time: that takes
# minutes.
mapfile -t kernels < <(awk -F '\t' '$3 == 8 && $4 != "direct" { print $4 }' "$directory/out" | sort -u)
[ ${#kernels[@]} -gt 15 ] || fail "there are ${#kernels[@]} algorithms only"
simulated --ranks "$ranks" --sizes 264k "${kernels[@]/#/--contestant=}" --check
each_row 'values == "right" && kernel == contestant && seconds > 0'

# Wrapped pieces are two messages to one rank, a long one and a short one, and the ranks of a torus are not
# synchronised: the second message must not match the receive of the first.
simulated --platform torus --ranks "$ranks" --sizes 2m --contestant circulant --check
each_row 'values == "right"'

# The default choice, and the algorithms with which it is compared.
simulated --ranks "$ranks" --sizes 8,264k --contestant auto --contestant smpi:mpich --contestant smpi:rab --check
each_row 'values == "right" && kernel != "native"'
[ "$(rows)" = 12 ] || fail "$(rows) lines instead of 12"
