/// @file Profile file: when and where the profile of a process is written.
#pragma once

#include "mpi/state/ending.hpp"
#include "mpi/state/process.hpp"

namespace allfold::mpi::observe {

/// Called at MPI_Finalize: rank 0 writes the profile of all ranks. If the ranks have not agreed on
/// that, each rank that has observed calls writes its own.
void write_profile(state::Process& process);

/// Called if the program ends without MPI_Finalize, by MPI_Abort on this rank or by leaving main()
/// on rank 0: writes the observations of this rank, marked as partial.
void write_partial_profile(state::Process& process, state::Ending ending);

}  // namespace allfold::mpi::observe
