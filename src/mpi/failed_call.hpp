/// @file FailedCall: a call to the MPI library that Allfold cannot go on without.
#pragma once

#include <mpi.h>

namespace allfold::mpi {

/// Thrown where such a call has failed. The MPI library has raised the error, and the error handler
/// has returned: the program's call returns it. In a set-up, the communicator is as if there had been none.
struct FailedCall {
  int error;
};

/// Of what such a call returns.
inline void expect_success(int error) {
  if (error != MPI_SUCCESS) throw FailedCall{error};
}

}  // namespace allfold::mpi
