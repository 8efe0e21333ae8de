/// @file Mapped neighbours: ranks of this node that have all mapped each other's memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "node/shared_memory.hpp"

namespace allfold::mpi::machine {

/// Mapping another rank's memory can fail on one rank alone, and then ranks of other nodes must be
/// told. If all ranks of a node have mapped each other's memory for an earlier communicator and
/// keep it, mapping cannot fail for a later communicator of some of them.
class MappedNeighbours {
 public:
  /// Ranks that have joined a group, and what this rank has mapped of the others.
  struct Group {
    std::uint64_t number = 0;  ///< number_of() their addresses
    node::Address own = {};    ///< where this rank's memory is
    std::vector<std::shared_ptr<const void>> ranges = {};
  };
  /// A number for the group, equal on all its ranks. Never 0.
  [[nodiscard]] static std::uint64_t number_of(std::span<const node::Address> addresses);

  /// What this rank tells the others of a communicator for which it uses memory at `own`: the
  /// number of the group whose ranks have all mapped that and each other's memory; 0 if there is
  /// none.
  [[nodiscard]] std::uint64_t told(const node::Address& own) const;
  /// Keeps a group that all its ranks have joined. A smaller group does not replace a larger one
  /// that is still valid.
  void keep(Group group);
  /// Drops the group, before MPI ends.
  void close();

 private:
  mutable std::mutex mutex_;
  Group group_;
};

}  // namespace allfold::mpi::machine
