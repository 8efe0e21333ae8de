/// @file Serves one call of the program, or passes it to the MPI library.
#pragma once

#include "mpi/call/call.hpp"

namespace allfold::mpi::intercept {

/// Serves a reduction. Returns what MPI would return, after raising errors through
/// the communicator's handler. Exceptions of error handlers and user-defined operations propagate,
/// and the communicator remains usable.
int serve(const call::Arguments& call);

}  // namespace allfold::mpi::intercept
