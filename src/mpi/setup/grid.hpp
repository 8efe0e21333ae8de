/// @file The grid that the ranks of a communicator form.
#pragma once

#include <mpi.h>

#include "mpi/machine/roster.hpp"

namespace allfold::mpi::setup {

/// The rows of the grid: those of a Cartesian communicator, or else those that follow from the nodes
/// of the ranks; 0: no grid. Local; equal on all ranks.
[[nodiscard]] int rows_of_grid(MPI_Comm comm, const machine::Roster& roster);

}  // namespace allfold::mpi::setup
