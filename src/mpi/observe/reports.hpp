/// @file Reports: when and where the records of a process are written.
#pragma once

#include "mpi/state/ending.hpp"
#include "mpi/state/process.hpp"

namespace allfold::mpi::observe {

/// Called at MPI_Finalize: rank 0 writes the profile and prints the statistics of all ranks. If the
/// ranks have not agreed on one of them, each rank that has observed calls reports its own.
void report_records(state::Process& process);

/// Called if the program ends without MPI_Finalize, by MPI_Abort on this rank or by leaving main()
/// on rank 0: writes a profile of this rank, marked as partial.
void write_partial_profile(state::Process& process, state::Ending ending);

}  // namespace allfold::mpi::observe
