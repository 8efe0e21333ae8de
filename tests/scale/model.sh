#!/usr/bin/env bash
# shellcheck source-path=SCRIPTDIR
# model.sh SIMULATE: the simulated time agrees with the cost model if messages share no links; otherwise it is no
# longer than the model's.
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

# Butterflies run in rounds. If the number of ranks is not a power of two, some ranks are late, so that messages of
# two rounds share a link.
for ranks in 16 64; do
  simulated --ranks $ranks --sizes 8,1k,16k --contestant recursive-doubling --contestant halving-doubling \
    --collective allreduce --model
  each_row 'seconds / model < 1.01 && seconds / model > 0.99'
  [ "$(rows)" = 6 ] || fail "$(rows) lines instead of 6"
done

# Rounds of several messages: a rank sends all of them while the first is in flight.
for ranks in 5 8 13; do
  simulated --ranks $ranks --sizes 8 --contestant direct --collective allreduce --model
  each_row 'seconds / model < 1.01 && seconds / model > 0.99'
done
simulated --ranks 35 --sizes 8 --contestant composed:steps=5k5-7k7 --contestant composed:steps=7k7-5k5 \
  --collective allreduce --model
each_row 'seconds / model < 1.01 && seconds / model > 0.99'

# Long messages stay synchronised with the rounds. In the model a link serialises messages, so it is an upper bound
# for every number of ranks.
for ranks in 13 24; do
  simulated --ranks $ranks --sizes 4m --contestant halving-doubling --contestant elimination-overlapping \
    --contestant small-ring --contestant circulant --collective allreduce --model
  each_row 'seconds < model'
  [ "$(rows)" = 4 ] || fail "$(rows) lines instead of 4"
done

# Reductions overlap with messages. In the order of the programs most of them would be between two messages.
for gamma in 0.02ns 0.08ns; do
  for ranks in 8 13 24; do
    simulated --ranks $ranks --sizes 4m --gamma $gamma --contestant two-tree:segments=32 --collective reduce --model
    each_row 'seconds / model < 1.05 && seconds / model > 0.95'
  done
done

# The model includes the links of these networks, and the routes of messages through them.
for platform in torus dragonfly fat-tree; do
  simulated --platform $platform --ranks 24 --sizes 8,8k --contestant recursive-doubling --contestant halving-doubling \
    --contestant bucket --contestant composed:steps=2h-2h-2h-3h --collective allreduce --model
  each_row 'seconds / model < 1.1 && seconds / model > 0.9'
  [ "$(rows)" = 8 ] || fail "$(rows) lines instead of 8"
done
# A node of a torus receives messages by several links at the same time.
simulated --platform torus --ranks 13 --sizes 64k,512k --contestant ring --collective reduce --model
each_row 'seconds / model < 1.2 && seconds / model > 0.8'
simulated --platform torus --ranks 13 --sizes 64k,512k --contestant ring --collective reduce --model --plain-model
each_row 'seconds / model < 0.7'

# Messages that are independent of each other overlap; round by round each would take a latency.
simulated --ranks 64 --sizes 64k --latency 9.6us --contestant ring-ordered --contestant ring --collective reduce --model
each_row 'seconds < model'

# The model describes the machine: 2 links of half the latency each, and the overheads of both ends. SMPI adds 16
# bytes to each message.
simulated --ranks 8 --sizes 8 --latency 3us --overhead 0.5us --rate 1 --gamma 0.1ns --contestant auto
grep -q -E '^# alpha=4.016us,beta=(1ns|1000ps),gamma=100ps,gap=1us$' "$directory/out" || fail "another model"
# So 8 ranks take three rounds.
simulated --ranks 8 --sizes 8k --latency 3us --overhead 0.5us --rate 1 --gamma 0.1ns --collective allreduce \
  --contestant recursive-doubling
each_row 'seconds > 0.99 * 3 * (4e-6 + 8192 * 1.1e-9) && seconds < 1.01 * 3 * (4e-6 + 8192 * 1.1e-9)'

# Two runs agree to the last digit.
simulated --ranks 13 --sizes 8,64k --contestant auto --contestant smpi:mvapich2
cp "$directory/out" "$directory/before"
simulated --ranks 13 --sizes 8,64k --contestant auto --contestant smpi:mvapich2
cmp "$directory/before" "$directory/out" || fail "times differ from one simulation to the next"
