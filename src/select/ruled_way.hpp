/// @file Ruled ways: what rules say of the first way of long vectors through shared memory.
#pragma once

#include <cstdint>
#include <optional>

#include "rules/rules.hpp"

namespace allfold::select {

/// Long vectors of a predefined operation.
struct LongVectors {
  schedule::Collective collective = schedule::Collective::allreduce;
  int ranks = 2;           ///< of the communicator
  int ranks_per_node = 2;  ///< of the node whose memory they go through
  std::int64_t bytes = 1;  ///< rounded down to a power of two
};

/// The way that the first rule that matches and names one names; none if there is no such rule.
[[nodiscard]] std::optional<algorithms::WayParameter> ruled_way(const rules::Rules& rules,
                                                                const LongVectors& vectors);

}  // namespace allfold::select
