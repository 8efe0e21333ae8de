/// @file Claim: what a kernel's formula says of its cost.
#pragma once

#include <cstdint>
#include <vector>

#include "cost/formula.hpp"

namespace allfold::algorithms {

/// What a kernel's formula says of its cost, over all ranks.
struct Claim {
  enum class Kind : std::uint8_t { exactly, at_most };
  Kind kind;
  cost::Cost cost;
  /// The costs of other paths through the programs, where it depends on the machine which of them
  /// takes longest.
  std::vector<cost::Cost> others = {};
  /// What comes before and after that among ranks of one node.
  cost::Cost inside = {};

  /// Rounds, volume and reductions, each by itself.
  [[nodiscard]] cost::Cost by_term() const;
};

/// Seconds: those of the path that takes longest. But for what is claimed to be inside nodes all
/// messages are taken for such between nodes.
[[nodiscard]] double seconds(const Claim& claim, const cost::CostModel& model, double bytes);

}  // namespace allfold::algorithms
