/// @file Task: what is asked of a kernel.
#pragma once

#include <cstdint>
#include <numeric>

#include "algorithms/parameters.hpp"
#include "algorithms/placement.hpp"
#include "schedule/collective.hpp"
#include "schedule/schedule.hpp"

namespace allfold::algorithms {

// Algorithms use the vocabulary of schedules.
using namespace schedule;

/// What is asked of a kernel: the part of one rank in one collective. A generator is a pure
/// function of its Task.
struct Task {
  Collective collective = Collective::allreduce;
  int ranks = 1;
  int rank = 0;
  int root = 0;  ///< 0 if the collective has none
  Parameters parameters = {};
  Nodes nodes = {};  ///< which ranks share a node, for kernels that depend on it

  [[nodiscard]] Recipients recipients() const {
    return {.collective = collective, .ranks = ranks, .root = root};
  }
};

/// The blocks of a kernel that cuts the vector into `pieces`: as many or, if ranks want their own
/// shares, so many that these are cut, too.
[[nodiscard]] constexpr std::int64_t blocks_for(const Task& task, std::int64_t pieces) {
  return goes_in_shares(task.collective) ? std::lcm(pieces, std::int64_t{task.ranks}) : pieces;
}

/// The number of nodes of the task's ranks; one for each rank if the nodes are not known.
[[nodiscard]] inline std::uint32_t node_count(const Task& task) {
  return static_cast<std::uint32_t>(task.nodes.are_known() ? task.nodes.count() : task.ranks);
}

}  // namespace allfold::algorithms
