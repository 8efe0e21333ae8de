/// @file Errors of a communicator of the program that are returned for a while.
#pragma once

#include <mpi.h>

namespace allfold::mpi::native {

/// While an object exists, errors of the communicator are returned, not raised. An error handler
/// that another thread sets meanwhile is kept.
class ErrorsReturned {
 public:
  explicit ErrorsReturned(MPI_Comm comm) : comm_(comm) {
    PMPI_Comm_get_errhandler(comm_, &before_);
    // Not MPI_ERRORS_RETURN: another thread might set the same handler.
    PMPI_Comm_create_errhandler(return_to_caller, &own_);
    PMPI_Comm_set_errhandler(comm_, own_);
  }
  ~ErrorsReturned() {
    MPI_Errhandler now = MPI_ERRHANDLER_NULL;
    PMPI_Comm_get_errhandler(comm_, &now);
    if (now == own_) PMPI_Comm_set_errhandler(comm_, before_);
    for (MPI_Errhandler* each : {&now, &own_, &before_}) PMPI_Errhandler_free(each);
  }
  ErrorsReturned(const ErrorsReturned&) = delete;
  ErrorsReturned& operator=(const ErrorsReturned&) = delete;

 private:
  // NOLINTNEXTLINE(cert-dcl50-cpp): the type that MPI has for handlers
  static void return_to_caller(MPI_Comm* /*comm*/, int* /*error*/, ...) {}

  MPI_Comm comm_;
  MPI_Errhandler before_ = MPI_ERRHANDLER_NULL;
  MPI_Errhandler own_ = MPI_ERRHANDLER_NULL;
};

}  // namespace allfold::mpi::native
