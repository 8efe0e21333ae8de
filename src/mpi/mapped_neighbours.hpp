/// @file Mapped neighbours: ranks of this node that have all mapped each other's memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "node/shared_memory.hpp"

namespace allfold::mpi {

/// To map another rank's memory can fail, on one rank alone, and ranks of other nodes have to hear of
/// that. Where all have done so for an earlier communicator, and keep it, it cannot fail for a later
/// one of some of them.
class MappedNeighbours {
 public:
  /// Ranks that have joined a group, and what this one has mapped of the others.
  struct Group {
    std::uint64_t number = 0;  ///< number_of() their addresses
    node::Address own = {};    ///< where this rank's memory lies
    std::vector<std::shared_ptr<const void>> ranges = {};
  };
  /// The same on all ranks of the group. Never 0.
  [[nodiscard]] static std::uint64_t number_of(std::span<const node::Address> addresses);

  /// What this rank tells the others of a communicator for which it has that memory: the group whose
  /// ranks have all mapped it, as it has mapped theirs; 0: there is none.
  [[nodiscard]] std::uint64_t told(const node::Address& own) const;
  /// All its ranks have joined. Of two groups the larger one is kept, as long as it holds.
  void keep(Group group);
  /// Forgets it; MPI ends.
  void close();

 private:
  mutable std::mutex mutex_;
  Group group_;
};

}  // namespace allfold::mpi
