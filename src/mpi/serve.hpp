/// @file One call of the user's: served, or passed to the MPI library.
#pragma once

#include "mpi/call.hpp"

namespace allfold::mpi {

/// Serves MPI_Allreduce or MPI_Reduce. Returns what MPI would, after raising errors through the
/// communicator's handler. What an error handler or an operation of the user's throws comes
/// through; the communicator can be used on.
int serve(const Arguments& call);

}  // namespace allfold::mpi
