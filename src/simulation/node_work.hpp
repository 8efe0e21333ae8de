/// @file Node work: what the ranks of a node do together in shared memory, and how long it takes.
#pragma once

#include <cstdint>
#include <span>

namespace allfold::simulation {

struct NodeWork {
  std::uint64_t communicator = 0;  ///< the work is done by its ranks on one node
  int ranks = 1;                   ///< on this node
  /// A whole call, or what calls among several nodes do on each of them.
  enum class Part : std::uint8_t { allreduce, reduce, scatter, gather_to_all, gather_to_root };
  Part part = Part::allreduce;
  int lanes = 1;           ///< of the last three: ranks that have slices
  std::int64_t bytes = 0;  ///< of the vector
};

/// A time from the model of nodes.
struct NodeTime {
  NodeWork::Part part = NodeWork::Part::allreduce;
  int ranks = 1;
  int lanes = 1;
  std::int64_t bytes = 1;
  double seconds = 0;
};

/// The time of such work: from the rows of this part with the nearest numbers of ranks and lanes,
/// interpolated between lengths. 0 if there are no rows of this part.
[[nodiscard]] double seconds_of(const NodeWork& work, std::span<const NodeTime> times);

}  // namespace allfold::simulation
