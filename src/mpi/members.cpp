#include "mpi/members.hpp"

#include <cstdlib>

namespace allfold::mpi {

int least_of_all(const Members& members, int own, const Native& native) {
  if (members.ranks == 1) return own;
  int least = 0;
  const int error = native.allreduce(&own, &least, 1, MPI_INT, MPI_MIN, members.comm);
  return error == MPI_SUCCESS ? least : 0;
}

void end_job(const Members& members, const Native& native) {
  PMPI_Barrier(members.comm);  // what was said is out before the job is ended
  native.abort(members.comm, 1);
  std::abort();
}

}  // namespace allfold::mpi
