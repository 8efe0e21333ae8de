/// @file Clocks: how far the clocks of nodes are apart.
#pragma once

#include <mpi.h>

#include "algorithms/placement.hpp"
#include "profile/clock.hpp"

namespace allfold::mpi {

/// Collective over a communicator on which nobody else sends: what this rank has to add to its
/// clock to get that of rank `reference`. One rank of each node asks, one after the other; ranks of
/// one node have one clock.
[[nodiscard]] profile::ClockOffset offset_from(int reference, const algorithms::Nodes& nodes,
                                               MPI_Comm comm);

}  // namespace allfold::mpi
