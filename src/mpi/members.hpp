/// @file The members of a communicator, and this process among them.
#pragma once

#include <mpi.h>

#include <string>
#include <vector>

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

/// The name of a communicator, which the MPI library may have given it; "" if it has none.
[[nodiscard]] std::string name_of(MPI_Comm comm);

/// Whether these are all of the job, and the launcher says that they are on one node.
[[nodiscard]] bool are_job_on_one_node(const Members& members);

/// This process's rank in MPI_COMM_WORLD.
[[nodiscard]] int rank_in_world();

/// The numbers of the members in MPI_COMM_WORLD; empty if they are not all there. Takes time with the
/// square of their number in Open MPI. Throws std::bad_alloc.
[[nodiscard]] std::vector<int> ranks_in_world(const Members& members);

/// Collective: the least of all ranks' numbers. Throws FailedCall.
[[nodiscard]] int least_of_all(const Members& members, int own, const Native& native);

/// Collective: ends the job, after what the ranks have said is out.
[[noreturn]] void end_job(const Members& members, const Native& native);

}  // namespace allfold::mpi
