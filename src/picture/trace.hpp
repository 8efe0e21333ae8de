/// @file Trace: the story of a collective call, round by round, for people to look at.
///
/// The time is that of the cost model with messages that take one unit each, one after the other at
/// each rank: a message that ends at time r belongs to round r.
#pragma once

#include <vector>

#include "picture/holding.hpp"
#include "proof/proof.hpp"
#include "schedule/plan.hpp"

namespace allfold::picture {

struct Message {
  int round;
  int from;
  int to;
  schedule::Phase phase;  ///< as the algorithm says, or else as it looks; never unnamed
  Holdings contents;
};

/// What one rank reduces in one round.
struct Reduction {
  int round;
  int rank;
  Holdings results;
};

struct Trace {
  int ranks = 1;
  std::int64_t blocks = 1;
  /// By round and rank, what the rank holds at the round's end and has a use for: it will be sent
  /// or reduced, or is the result. Round 0 is the start.
  std::vector<std::vector<Holdings>> held;
  std::vector<Message> messages;      ///< by round
  std::vector<Reduction> reductions;  ///< by round

  [[nodiscard]] int rounds() const { return static_cast<int>(held.size()) - 1; }
};

/// Follows the plans of all ranks, plans[r] being that of rank r; there are at most `most_ranks`.
/// They are to be proved: a call that never ends has no story.
[[nodiscard]] Trace trace(const std::vector<schedule::Plan>& plans, const proof::Goal& goal);

}  // namespace allfold::picture
