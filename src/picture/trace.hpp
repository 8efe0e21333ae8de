/// @file Trace: what happens in a collective call, round by round, for pictures.
///
/// Times are those of the cost model if each message takes one unit, one after the other at each
/// rank: a message that ends at time r belongs to round r.
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
  schedule::Phase phase;  ///< named by the algorithm, otherwise by appearance; never unnamed
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
  /// By round and rank, what the rank holds at the end of the round and still needs: values that
  /// will be sent or reduced, or are the result. Round 0 is the start.
  std::vector<std::vector<Holdings>> held;
  std::vector<Message> messages;      ///< by round
  std::vector<Reduction> reductions;  ///< by round

  [[nodiscard]] int rounds() const { return static_cast<int>(held.size()) - 1; }
};

/// Traces the plans of all ranks, at most `most_ranks`; plans[r] is that of rank r. The plans must
/// be proved: a call that deadlocks has no trace.
[[nodiscard]] Trace trace(const std::vector<schedule::Plan>& plans, const proof::Goal& goal);

}  // namespace allfold::picture
