#!/usr/bin/env bash
# shellcheck source-path=SCRIPTDIR
# nodes.sh SIMULATE: 256 ranks on 16 hosts reduce through shared memory inside each host. SMPI's algorithms use the
# hosts, too.
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

# Times of shared memory that are easy to recognise.
times=$(dirname "${BASH_SOURCE[0]}")/node_times.tsv
simulated --ranks 256 --ppn 16 --node-times "$times" --sizes 8,64k --contestant lanes --check
# Messages between 16 hosts take less than 4 µs; between 256 hosts they would take more. Before and after them,
# Allreduce takes 10 and 20 µs in shared memory, and Reduce 10 and 5 µs. Other waiting takes no time.
each_row 'values == "right" && kernel == "lanes" && seconds > 0'
each_row 'bytes > 8 || subject != "allreduce" || (seconds > 32e-6 && seconds < 34e-6)'
each_row 'bytes > 8 || subject != "reduce" || (seconds > 17e-6 && seconds < 19e-6)'
[ "$(rows)" = 4 ] || fail "$(rows) lines instead of 4"

# The program, not a function of SMPI, gathers for SMPI which ranks share hosts.
nm -D --defined-only "$simulate" | grep -c allgather__ring > /dev/null || fail "it has no allgather__ring of its own"
simulated --ranks 24 --ppn 3 --node-times "$times" --sizes 8,64k --contestant smpi:mvapich2_two_level --check
each_row 'values == "right" && seconds > 0'
[ "$(rows)" = 4 ] || fail "$(rows) lines instead of 4"

# On one host, all of a call is in shared memory. The nearest number of ranks is that of 16.
simulated --ranks 16 --ppn 16 --node-times "$times" --sizes 8 --contestant node --check
each_row 'values == "right" && seconds == (subject == "allreduce" ? 1e-6 : 2e-6)'
simulated --ranks 12 --ppn 12 --node-times "$times" --sizes 8 --collective allreduce --contestant node --check
each_row 'values == "right" && seconds == 1e-6'

# Where the root has the result already, giving it to the root takes no time, however long more lanes take.
{ sed 's/15e-6/10e-6/' "$times"
  printf '%s, by core\t16\t8\tallfold:%s\t%s\t0\t0\t0\n' allreduce scatter.2 100e-6 reduce halves.2 500e-6; } > "$directory/times"
simulated --ranks 256 --ppn 16 --node-times "$directory/times" --sizes 8 --collective reduce --contestant lanes:lanes=1
each_row 'seconds > 12e-6 && seconds < 14e-6'

# Messages inside a host: those of 16 ranks in 4 rounds give 0.25 µs, and 8 GB/s. Each end adds 0.2 µs.
simulated --ranks 2 --ppn 2 --node-times "$times" --sizes 8,32k --collective allreduce --contestant smpi:rdb
each_row 'bytes != 8 || (seconds > 0.65e-6 && seconds < 0.66e-6)'
each_row 'bytes != 32768 || (seconds > 5.4e-6 && seconds < 5.5e-6)' # 4.1 µs for the bytes, 0.66 to reduce them

# Between two lengths the logarithm is interpolated: 256 B are in the middle of 8 B and 8 KiB. Beyond, times grow with
# the length.
simulated --ranks 32 --ppn 16 --node-times "$times" --sizes 8,256,16k --collective allreduce --contestant lanes --check
each_row 'bytes != 256 || (seconds > 50e-6 && seconds < 56e-6)'
each_row 'bytes != 16384 || (seconds > 180e-6 && seconds < 190e-6)'
