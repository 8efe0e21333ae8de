#!/usr/bin/env bash
# shellcheck source-path=SCRIPTDIR
# large.sh SIMULATE: 1024 ranks.
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

simulated --ranks 1024 --sizes 8,64k --collective allreduce --check
each_row 'values == "right" && kernel != "native" && seconds > 0 && seconds < 1e-3'
[ "$(rows)" = 2 ] || fail "$(rows) lines instead of 2"
