/// @file Clocks: the differences between the clocks of the nodes.
#pragma once

#include <mpi.h>

#include "algorithms/placement.hpp"
#include "profile/clock.hpp"

namespace allfold::mpi::machine {

/// Collective over a communicator that carries no other messages. Returns what this rank has to add
/// to its clock to get that of rank `reference`. One rank per node asks, in turn; ranks of a node
/// share a clock.
[[nodiscard]] profile::ClockOffset offset_from(int reference, const algorithms::Nodes& nodes,
                                               MPI_Comm comm);

}  // namespace allfold::mpi::machine
