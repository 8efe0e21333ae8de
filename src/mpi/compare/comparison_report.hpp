/// @file Comparison report: when and how the results of ALLFOLD_MODE=compare are printed.
#pragma once

#include "mpi/state/ending.hpp"
#include "mpi/state/process.hpp"

namespace allfold::mpi::compare {

/// Called at MPI_Finalize: rank 0 reports the results of all ranks. If the ranks have not agreed to
/// gather them, each rank that has compared calls reports its own. A report is printed, and written to the file
/// that ALLFOLD_COMPARE_REPORT names.
void report_comparisons(state::Process& process);

/// Called if the program ends without MPI_Finalize: reports this rank's results if it called
/// MPI_Abort or is rank 0.
void report_own_comparisons(state::Process& process, state::Ending ending);

/// Registers report_own_comparisons() to be called at exit.
void report_comparisons_at_exit();

}  // namespace allfold::mpi::compare
