/// @file The members of a communicator, and this process among them.
#pragma once

#include <mpi.h>

namespace allfold::mpi {

struct Members {
  MPI_Comm comm;
  int ranks = 1;
  int rank = 0;

  explicit Members(MPI_Comm c) : comm(c) {
    PMPI_Comm_size(comm, &ranks);
    PMPI_Comm_rank(comm, &rank);
  }
};

/// Collective: ends the job, after what the ranks have said is out.
[[noreturn]] void end_job(const Members& members);

}  // namespace allfold::mpi
