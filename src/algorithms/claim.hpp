/// @file Claim: what a kernel's formula says of its cost.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "cost/formula.hpp"

namespace allfold::algorithms {

/// What a kernel's formula says of its cost, over all ranks.
struct Claim {
  /// Of rounds, volume and reductions, each by itself.
  enum class Kind : std::uint8_t { exactly, at_most };
  Kind kind;
  cost::Cost cost;
  /// The costs of other paths through the programs, where it depends on the machine which of them
  /// takes longest.
  std::vector<cost::Cost> others = {};
  /// What comes before and after that among ranks of one node.
  cost::Cost inside = {};
  /// How the terms add up on a machine with any gap, for the root that takes longest: `exact` is
  /// within 2 % of what the programs take; with the others, in this order, these may take less and
  /// less, as some of their messages and reductions are on their way at the same time. See
  /// program_seconds.
  enum class Sum : std::uint8_t { exact, bound, loose_bound };
  Sum sum = Sum::bound;
  /// The share of the vector that the shortest message has; 0: nothing is known of it.
  double shortest_message = 0;
  cost::Rounds rounds_go = cost::Rounds::overlapping;
  /// In vectors, the reductions beside which no message goes, where one whose data is there may
  /// overtake another that waits for a reduction. Absent: each goes in the order of the programs.
  std::optional<double> exposed_reductions = {};

  /// Rounds, volume and reductions, each by itself.
  [[nodiscard]] cost::Cost by_term() const;
};

/// The model as a kernel's messages find it that reduces vectors of `bytes` bytes: their gaps go on
/// while they are on the link, as far as the shortest of them takes,
/// and rounds go as the kernel's do.
[[nodiscard]] cost::CostModel model_for(const Claim& claim, cost::CostModel model, double bytes);

/// Seconds, where messages alone take `messages` seconds: with the exposed reductions, and with those
/// that go on beside messages as far as these wait for them, which is hardly where they take less
/// than half as long, and a quarter where they take as long. Not for a claim that exposes none.
[[nodiscard]] double with_exposed_reductions(const Claim& claim, double messages,
                                             const cost::CostModel& model, double bytes);

/// Seconds: those of the path that takes longest. But for what is claimed to be inside nodes all
/// messages are taken for such between nodes.
[[nodiscard]] double seconds(const Claim& claim, const cost::CostModel& model, double bytes);

}  // namespace allfold::algorithms
