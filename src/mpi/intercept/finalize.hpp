/// @file The end of MPI: reports, and the end of all state.
#pragma once

#include <mpi.h>

namespace allfold::mpi::intercept {

/// Makes the reports and the end of all state the first action of MPI_Finalize, also if a tool or
/// the program calls the MPI library's own function and bypasses Allfold's. It sets an attribute of
/// MPI_COMM_SELF, which MPI_Finalize deletes while MPI still works (MPI 3.1, section 8.7.1).
/// Attributes are deleted in reverse order, so delete callbacks of attributes that the program has
/// set later run before the reports, and their reductions are served.
///
/// Called when MPI is first seen to run; further calls do nothing. Thread-safe.
void watch_for_end() noexcept;

/// Serves MPI_Finalize by `next`, the function of the MPI library or of a tool. If the attribute
/// could not be set, the reports are made before.
///
/// The reports are the statistics, the results of online tuning, the profile, and the comparison.
/// They are collective over MPI_COMM_WORLD if its ranks have agreed on that (see Gathering), and
/// local otherwise.
int finalize(decltype(&PMPI_Finalize) next);

}  // namespace allfold::mpi::intercept
