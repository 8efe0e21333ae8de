/// @file FailedCall: an MPI call that Allfold depends on has failed.
#pragma once

#include <mpi.h>

namespace allfold::mpi::native {

/// Thrown if such a call has failed. The MPI library has raised the error and the error handler has
/// returned, so the program's call returns the error. If the set-up of a communicator fails, the
/// communicator has no state, as before.
struct FailedCall {
  int error;
};

/// Checks the return code of such a call.
inline void expect_success(int error) {
  if (error != MPI_SUCCESS) throw FailedCall{error};
}

}  // namespace allfold::mpi::native
