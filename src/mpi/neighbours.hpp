/// @file Neighbours: the ranks of a communicator, as far as they can share memory.
#pragma once

#include <mpi.h>

#include <memory>
#include <optional>
#include <span>

#include "mpi/machine.hpp"
#include "mpi/process.hpp"
#include "node/memory.hpp"

namespace allfold {

/// What a rank tells the others so that they find its memory.
struct Neighbour {
  node::Address address;  ///< not there: it has none to share
  Cache cache;
};

/// One rank's part in setting up shared memory for a communicator. What is not used in the end goes
/// back.
class Neighbours {
 public:
  /// Local: takes this rank's memory, if it is to be shared.
  Neighbours(MPI_Comm comm, Process& process, const Configuration& configuration);
  ~Neighbours();
  Neighbours(const Neighbours&) = delete;
  Neighbours& operator=(const Neighbours&) = delete;

  [[nodiscard]] Neighbour own() const;
  /// Collective, after all ranks have told theirs, which are on one machine: this rank's membership
  /// in the group of all; null on all ranks, if any of them cannot reach another's memory.
  [[nodiscard]] std::unique_ptr<node::Membership> join(std::span<const Neighbour> all);

 private:
  [[nodiscard]] bool is_well_everywhere(bool is_well) const;

  MPI_Comm comm_;
  Process& process_;
  int ranks_ = 1;
  int rank_ = 0;
  std::optional<node::Place> place_;
};

}  // namespace allfold
