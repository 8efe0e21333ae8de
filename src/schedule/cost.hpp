/// @file Cost: how long programs take in the papers' model of a machine.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "schedule/link.hpp"

namespace allfold {

/// What a message of x bytes costs: alpha + x*beta between ranks that send and receive at the same
/// time; f_alpha*alpha + x*f_beta*beta where the message goes one way only. A message that follows
/// another, and needs nothing of what that brings, need not wait until it has arrived: gap + x*beta
/// after it began, its ports are free. That is the gap of LogGP (Alexandrov and others, SPAA 1995);
/// in the papers of the algorithms it is alpha.
struct LinkCost {
  double alpha = 0;                                      ///< seconds a message
  double beta = 0;                                       ///< seconds a byte
  double gap = std::numeric_limits<double>::infinity();  ///< the same; above alpha: as alpha
  double f_alpha = 1;                                    ///< the papers' alpha_u / alpha
  double f_beta = 1;                                     ///< beta_u / beta

  /// The part of alpha in which a message takes no port.
  [[nodiscard]] constexpr double in_flight() const { return alpha - std::min(gap, alpha); }
};

/// A machine in which each rank sends one message and receives one at a time, both at full speed,
/// and reduces x bytes in x*gamma seconds.
struct CostModel {
  LinkCost link = {};
  double gamma = 0;        ///< seconds a byte reduced
  int ranks_per_node = 1;  ///< ranks 0 ... ranks_per_node-1 share a node, and so on
  LinkCost inside = {};    ///< between ranks of one node

  [[nodiscard]] const LinkCost& between(int a, int b) const {
    return a / ranks_per_node == b / ranks_per_node ? inside : link;
  }
};

/// The time that one operation takes: programs[rank].operations[operation].
struct Event {
  int rank;
  std::int32_t operation;
  double start;  ///< seconds since all ranks began
  double end;
};

/// When each operation runs, by end, for vectors of `bytes` bytes. Messages that a rank sends to
/// one peer in one round are one message in several pieces.
[[nodiscard]] std::vector<Event> timeline(const std::vector<Program>& programs,
                                          const CostModel& model, double bytes);

/// The seconds until all ranks are done, when all begin at once.
[[nodiscard]] double critical_path(const std::vector<Program>& programs, const CostModel& model,
                                   double bytes);
/// The same on each of several machines.
[[nodiscard]] std::vector<double> critical_paths(const std::vector<Program>& programs,
                                                 std::span<const CostModel> models, double bytes);

/// The coefficients of a cost formula: rounds*alpha + volume*m*beta + reductions*m*gamma, for
/// vectors of m bytes. Of the rounds and the volume these are charged at the price of one way. Of
/// the rounds so many are only messages that follow another one: at the price of a gap.
struct Cost {
  double rounds = 0;
  double volume = 0;
  double reductions = 0;
  double one_way_rounds = 0;
  double one_way_volume = 0;
  double gaps = 0;

  friend Cost operator+(const Cost& a, const Cost& b) {
    return {a.rounds + b.rounds,
            a.volume + b.volume,
            a.reductions + b.reductions,
            a.one_way_rounds + b.one_way_rounds,
            a.one_way_volume + b.one_way_volume,
            a.gaps + b.gaps};
  }
};

/// The cost of what works on a share of the vector only.
[[nodiscard]] constexpr Cost of_share(double share, Cost cost) {
  cost.volume *= share;
  cost.reductions *= share;
  cost.one_way_volume *= share;
  return cost;
}

/// Seconds, on a machine without nodes.
[[nodiscard]] double seconds(const Cost& cost, const CostModel& model, double bytes);

/// Rounds, volume and reductions, each by itself: the critical path when only it counts.
[[nodiscard]] Cost cost_of(const std::vector<Program>& programs);

}  // namespace allfold
