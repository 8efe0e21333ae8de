/// @file Ranks that a launcher has started together, but that are jobs of their own.
#pragma once

namespace allfold::mpi::observe {

/// Called at the end of MPI_Init if MPI_COMM_WORLD has one rank. If the launcher has started
/// several, and the user has asked for reports, the first of them warns: the launcher and the MPI
/// library do not know each other.
void warn_if_alone() noexcept;

}  // namespace allfold::mpi::observe
