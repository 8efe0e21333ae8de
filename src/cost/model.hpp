/// @file The cost model: what messages and reductions cost on a machine.
#pragma once

#include <algorithm>
#include <limits>

namespace allfold::cost {

/// What a message of x bytes costs: alpha + x*beta between ranks that send and receive at the same
/// time; f_alpha*alpha + x*f_beta*beta where the message goes one way only. A message that follows
/// another, and needs nothing of what that brings, need not wait until it has arrived: gap + x*beta
/// after it began, its ports are free. That is the gap of LogGP (Alexandrov and others, SPAA 1995);
/// in the papers of the algorithms it is alpha. Ports share their rank's processor: while messages go
/// one way only, each takes it half as long.
struct LinkCost {
  double alpha = 0;                                      ///< seconds a message
  double beta = 0;                                       ///< seconds a byte
  double gap = std::numeric_limits<double>::infinity();  ///< the same; above alpha: as alpha
  double f_alpha = 1;                                    ///< the papers' alpha_u / alpha
  double f_beta = 1;                                     ///< beta_u / beta

  /// The part of alpha in which a message takes no port.
  [[nodiscard]] constexpr double in_flight() const { return alpha - std::min(gap, alpha); }
  /// The same of a message whose ranks do not send and receive at the same time.
  [[nodiscard]] constexpr double in_flight_one_way() const {
    return gap < alpha ? alpha - gap / 2 : 0;
  }
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

}  // namespace allfold::cost
