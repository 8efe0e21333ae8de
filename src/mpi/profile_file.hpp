/// @file Profile file: when and where the profile of a process is written.
#pragma once

#include "mpi/ending.hpp"
#include "mpi/process.hpp"

namespace allfold::mpi {

/// Called at MPI_Finalize: rank 0 writes the profile of all ranks. If the ranks have not agreed on
/// that, each rank that has observed calls writes its own.
void write_profile(Process& process);

/// Called if the program ends without MPI_Finalize, by MPI_Abort on this rank or by leaving main()
/// on rank 0: writes the observations of this rank, marked as partial.
void write_partial_profile(Process& process, Ending ending);

}  // namespace allfold::mpi
