#include "mpi/members.hpp"

#include <cstdlib>

namespace allfold::mpi {

void end_job(const Members& members) {
  PMPI_Barrier(members.comm);  // what was said is out before the job is ended
  PMPI_Abort(members.comm, 1);
  std::abort();
}

}  // namespace allfold::mpi
