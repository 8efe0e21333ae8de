/// @file The members of a communicator, and this process among them.
#pragma once

#include <mpi.h>

#include <string>
#include <vector>

#include "mpi/native/native.hpp"

namespace allfold::mpi::machine {

struct Members {
  MPI_Comm comm;
  int ranks = 1;
  int rank = 0;

  explicit Members(MPI_Comm c) : comm(c) {
    PMPI_Comm_size(comm, &ranks);
    PMPI_Comm_rank(comm, &rank);
  }
};

/// The name of a communicator, which may have been set by the MPI library; "" if it has none.
[[nodiscard]] std::string name_of(MPI_Comm comm);

/// Whether the members are all ranks of the job and, according to the launcher, on one node.
[[nodiscard]] bool are_job_on_one_node(const Members& members);

/// This process's rank in MPI_COMM_WORLD.
[[nodiscard]] int rank_in_world();

/// The ranks of the members in MPI_COMM_WORLD; empty if one of them is not in it. In Open MPI the
/// time grows with the square of their number. Throws std::bad_alloc.
[[nodiscard]] std::vector<int> ranks_in_world(const Members& members);

/// The rank in MPI_COMM_WORLD of a rank of the members; MPI_UNDEFINED if it is not in it.
[[nodiscard]] int rank_in_world_of(const Members& members, int rank);

/// Collective: the minimum of `own` over all ranks. Throws FailedCall.
[[nodiscard]] int least_of_all(const Members& members, int own, const native::Native& native);

/// Collective: ends the job after all ranks have printed their messages.
[[noreturn]] void end_job(const Members& members, const native::Native& native);

}  // namespace allfold::mpi::machine
