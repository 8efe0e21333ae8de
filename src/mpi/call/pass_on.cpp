#include "mpi/call/pass_on.hpp"

namespace allfold::mpi::call {

int raise_not_supported(const Arguments& call) {
  PMPI_Comm_call_errhandler(call.comm, MPI_ERR_UNSUPPORTED_OPERATION);
  return MPI_ERR_UNSUPPORTED_OPERATION;
}

}  // namespace allfold::mpi::call
