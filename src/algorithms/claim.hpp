/// @file Claim: the cost that a kernel's formula states.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "cost/formula.hpp"

namespace allfold::algorithms {

/// The cost that a kernel's formula states: the largest of all ranks.
///
/// What choices depend on, of 4488 on 2 to 130 ranks: `shortest_message` changes 572 of them, without
/// it up to 1.34 times as long; `rounds_go` 477, up to 1.46; `exposed_reductions` 298, up to 1.28
/// (bench/notes/formulas.md).
struct Claim {
  /// Whether rounds, volume and reductions, each on its own, are exact or upper bounds.
  enum class Kind : std::uint8_t { exactly, at_most };
  Kind kind;
  cost::Cost cost;
  /// The costs of other paths through the programs, if the machine decides which path takes longest.
  /// Of binary blocks, chains and postal trees only.
  std::vector<cost::Cost> others = {};
  /// The cost inside nodes, before and after `cost`, if ranks exchange messages there, as programs do.
  cost::Cost inside = {};
  /// In place of `inside`, where the ranks of a node share memory, and form clusters there: of each
  /// way, of which the fastest is taken. Empty: `inside`.
  std::vector<cost::Cost> in_clusters = {};
  /// How many messages of other ranks of the node go out before those of `cost`, all together.
  double messages_before = 0;
  /// How close the formula is to the time of the programs (program_seconds), for the worst root and
  /// any gap: `exact` is within 2 %. `bound` is an upper bound, because some messages and
  /// reductions overlap.
  enum class Sum : std::uint8_t { exact, bound };
  Sum sum = Sum::bound;
  /// The length of the shortest message, as a share of the vector; 0: not known.
  double shortest_message = 0;
  cost::Rounds rounds_go = cost::Rounds::overlapping;
  /// The reductions, in vectors, that overlap with no message, if a message whose data is ready may
  /// overtake one that waits for a reduction. Absent: messages go in program order.
  std::optional<double> exposed_reductions = {};

  /// The largest rounds, volume and reductions of all paths, each on its own.
  [[nodiscard]] cost::Cost by_term() const;
};

/// The model adjusted to a kernel that reduces vectors of `bytes` bytes: each gap is hidden behind
/// the transfer of the kernel's shortest message, and rounds follow each other as the kernel's do.
[[nodiscard]] cost::CostModel model_for(const Claim& claim, cost::CostModel model, double bytes);

/// The seconds of messages and reductions, if the messages alone take `messages` seconds. The
/// exposed reductions count in full. All others overlap with messages: they add 4 % if they take
/// half as long as these, and a quarter if both take equally long. Requires
/// claim.exposed_reductions.
[[nodiscard]] double with_exposed_reductions(const Claim& claim, double messages,
                                             const cost::CostModel& model, double bytes);

/// The seconds of the path that takes longest, for vectors of `bytes` bytes. All messages count as
/// messages between nodes, except for those of `inside`.
[[nodiscard]] double seconds(const Claim& claim, const cost::CostModel& model, double bytes);

}  // namespace allfold::algorithms
