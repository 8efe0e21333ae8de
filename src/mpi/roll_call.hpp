/// @file The roll call: what each rank of a communicator says of itself when it is set up.
#pragma once

#include <mpi.h>

#include <cstdint>
#include <vector>

#include "mpi/neighbours.hpp"
#include "select/network.hpp"

namespace allfold {

/// What one rank says.
struct Record {
  enum State : std::uint32_t { unheard = 0, well = 1, in_error = 2 };
  State state = unheard;
  Network network = Network::tcp;
  std::uint64_t fingerprint = 0;
  std::uint64_t rules = 0;  ///< the fingerprint of those that it knows; 0: none yet
  std::uint64_t machine = 0;
  std::int64_t eager_limit = 0;
  Neighbour neighbour;
};

struct Members {
  MPI_Comm comm;
  int ranks = 1;
  int rank = 0;
  explicit Members(MPI_Comm c) : comm(c) {
    PMPI_Comm_size(comm, &ranks);
    PMPI_Comm_rank(comm, &rank);
  }
};

/// An Allgather of the records that says so when it takes long.
[[nodiscard]] std::vector<Record> gather(const Members& members, Record own);

}  // namespace allfold
