/// @file Profile file: when and where the profile of a process is written.
#pragma once

#include "mpi/ending.hpp"
#include "mpi/process.hpp"

namespace allfold::mpi {

/// At MPI_Finalize: rank 0 writes the profile of all ranks; where the ranks have not agreed on that,
/// each that has observed calls writes its own.
void write_profile(Process& process);

/// The program ends without MPI_Finalize, by MPI_Abort on this rank or by leaving main() on rank 0:
/// what this rank has observed is written, marked as partial.
void write_partial_profile(Process& process, Ending ending);

}  // namespace allfold::mpi
