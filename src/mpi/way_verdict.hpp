/// @file Verdicts: which way of long vectors was found to be the quickest, said to the user.
#pragma once

#include "node/way_trials.hpp"

namespace allfold::mpi {

/// "allfold: MPI_Allreduce on 2 ranks, 64 KiB: long vectors go whole (of the first calls: sliced 6.0
/// µs, whole 5.1 µs)".
void say(const node::Verdict& verdict, int ranks);

}  // namespace allfold::mpi
