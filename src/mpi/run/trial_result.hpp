/// @file Trial result: reports which way of long vectors was found to be the fastest.
#pragma once

#include "node/way_trials.hpp"

namespace allfold::mpi::run {

/// Prints "allfold: MPI_Allreduce on 2 ranks, 64 KiB: way whole (tried: sliced 6.0 µs, whole 5.1 µs;
/// first way: sliced, by default)".
void say(const node::TrialResult& result, int ranks);

}  // namespace allfold::mpi::run
