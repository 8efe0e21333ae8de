/// @file The end of MPI: what is reported at the end of a program, and the end of all state.
#pragma once

#include <mpi.h>

namespace allfold::mpi {

/// Has that done first thing in the MPI library's MPI_Finalize, whoever calls it: a tool or a program
/// may call the library's own and pass ours by. It hangs on an attribute of MPI_COMM_SELF, which
/// MPI_Finalize deletes while MPI still works (MPI 3.1, section 8.7.1), the youngest attribute first:
/// delete callbacks of the program's, which are younger, come before the reports, and their reductions are
/// served.
///
/// To be called as soon as MPI is seen to run; later calls do nothing. May be called by several threads.
void watch_for_end() noexcept;

/// Serves MPI_Finalize by `next`, the MPI library's or a tool's. Where the MPI library does not tell of
/// its beginning, the reports come before.
///
/// The reports (the table of all calls, the results of online tuning, the profile, the comparison) are
/// collective over MPI_COMM_WORLD where its ranks have agreed on that (see Gathering), and local
/// otherwise.
int finalize(decltype(&PMPI_Finalize) next);

}  // namespace allfold::mpi
