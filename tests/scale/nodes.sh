#!/usr/bin/env bash
# shellcheck source-path=SCRIPTDIR
# nodes.sh SIMULATE: 256 ranks on 16 hosts reduce through shared memory inside each host. SMPI's algorithms use the
# hosts, too.
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

simulated --ranks 256 --ppn 16 --sizes 8,64k --contestant lanes --check
# Between 16 hosts there are four rounds of messages of 1 µs each; between 256 hosts there would be eight.
each_row 'values == "right" && kernel == "lanes" && seconds > 0 && (bytes > 8 || seconds < 6e-6)'
[ "$(rows)" = 4 ] || fail "$(rows) lines instead of 4"

# The program, not a function of SMPI, gathers for SMPI which ranks share hosts.
nm -D --defined-only "$simulate" | grep -c allgather__ring > /dev/null || fail "it has no allgather__ring of its own"
simulated --ranks 24 --ppn 3 --sizes 8,64k --contestant smpi:mvapich2_two_level --check
each_row 'values == "right" && seconds > 0'
[ "$(rows)" = 4 ] || fail "$(rows) lines instead of 4"
