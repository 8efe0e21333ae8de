/// @file Cost formulas: what an algorithm costs, in closed form.
#pragma once

#include <algorithm>

#include "cost/model.hpp"

namespace allfold::cost {

/// The coefficients of a cost formula: rounds*alpha + volume*m*beta + reductions*m*gamma, for
/// vectors of m bytes.
struct Cost {
  double rounds = 0;
  double volume = 0;
  double reductions = 0;
  double one_way_rounds = 0;  ///< the part of `rounds` whose messages go one way only
  double one_way_volume = 0;  ///< the part of `volume` that goes one way only
  /// The part of `rounds` that costs a gap only: messages that directly follow another one.
  double gaps = 0;
  double one_way_gaps = 0;    ///< the part of `gaps` whose messages go one way only
  double gaps_in_rounds = 0;  ///< the part of the other gaps between messages of one round
  double most_in_round = 0;   ///< the most of these in a round: see LinkCost::in_round_with

  friend Cost operator+(const Cost& a, const Cost& b) {
    return {a.rounds + b.rounds,
            a.volume + b.volume,
            a.reductions + b.reductions,
            a.one_way_rounds + b.one_way_rounds,
            a.one_way_volume + b.one_way_volume,
            a.gaps + b.gaps,
            a.one_way_gaps + b.one_way_gaps,
            a.gaps_in_rounds + b.gaps_in_rounds,
            std::max(a.most_in_round, b.most_in_round)};
  }
};

/// The cost of `messages` messages in one round.
[[nodiscard]] constexpr Cost one_round(double messages) {
  const double following = std::max(messages - 1, 0.0);
  return {.rounds = messages,
          .gaps = following,
          .gaps_in_rounds = following,
          .most_in_round = following};
}

/// The cost if all messages go one way only.
[[nodiscard]] constexpr Cost one_way(Cost cost) {
  cost.one_way_rounds = cost.rounds;
  cost.one_way_volume = cost.volume;
  cost.one_way_gaps = cost.gaps;
  cost.gaps_in_rounds = cost.most_in_round = 0;
  return cost;
}

/// The cost if the same is done on a share of the vector only.
[[nodiscard]] constexpr Cost of_share(double share, Cost cost) {
  cost.volume *= share;
  cost.reductions *= share;
  cost.one_way_volume *= share;
  return cost;
}

/// The seconds for vectors of `bytes` bytes, on a machine without nodes.
[[nodiscard]] double seconds(const Cost& cost, const CostModel& model, double bytes);

}  // namespace allfold::cost
