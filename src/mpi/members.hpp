/// @file The members of a communicator, and this process among them.
#pragma once

#include <mpi.h>

#include "mpi/native.hpp"

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

/// Collective: the least of all ranks' numbers, none of which is below 0; 0 where that fails.
[[nodiscard]] int least_of_all(const Members& members, int own, const Native& native);

/// Collective: ends the job, after what the ranks have said is out.
[[noreturn]] void end_job(const Members& members, const Native& native);

}  // namespace allfold::mpi
