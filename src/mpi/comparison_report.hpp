/// @file Comparison report: when and how the outcome of ALLFOLD_MODE=compare is printed.
#pragma once

#include "mpi/ending.hpp"
#include "mpi/process.hpp"

namespace allfold::mpi {

/// At MPI_Finalize: rank 0 prints what all ranks have seen; where the ranks have not agreed on
/// that, each that has compared calls prints its own.
void report_comparisons(Process& process);

/// The program ends without MPI_Finalize: this rank prints what it has seen, if it called MPI_Abort,
/// or is rank 0.
void report_own_comparisons(Process& process, Ending ending);

/// Has that done if the program leaves main() without MPI_Finalize.
void report_comparisons_at_exit();

}  // namespace allfold::mpi
