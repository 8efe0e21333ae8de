/// @file MPI_Finalize: what is reported at the end of a program, and the end of all state.
#pragma once

namespace allfold::mpi {

/// Serves MPI_Finalize: reports what the user asked for (the table of all calls, the results of
/// online tuning), drops all state, and goes on to the MPI library's.
///
/// The reports are collective over MPI_COMM_WORLD where its ranks have agreed on that (see
/// Gathering), and local otherwise.
int finalize();

}  // namespace allfold::mpi
