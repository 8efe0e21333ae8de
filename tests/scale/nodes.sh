#!/usr/bin/env bash
# shellcheck source-path=SCRIPTDIR
# nodes.sh SIMULATE: 256 ranks on 16 hosts reduce through shared memory inside these.
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

simulated --ranks 256 --ppn 16 --sizes 8,64k --contestant lanes --check
each_row 'values == "right" && kernel == "lanes" && seconds > 0'
[ "$(rows)" = 4 ] || fail "$(rows) lines instead of 4"
