/// @file The links between groups of nodes, from what messages between them take at once.
#pragma once

#include <optional>

#include "cost/model.hpp"

namespace allfold::tuning {

/// Seconds a byte between nodes of different groups.
struct FarTimes {
  int nodes_per_group;
  int pairs;  ///< nodes of the first group that exchange at once, each with one of another group
  double with_one_group;  ///< of these pairs, whose others are of one group
  /// The same, where every second one is of a third group; absent if there is none as large.
  std::optional<double> with_two_groups = std::nullopt;
};

/// The groups, and what a byte takes where all nodes of one send to others (beta_far), or, if every
/// two groups seem to have a link of their own, where all send to one other (beta_pair). Not known
/// where such messages are not clearly slower than one between two nodes of a group, of which a
/// byte takes `beta` seconds.
[[nodiscard]] cost::NodeGroups groups_with(const FarTimes& times, double beta);

/// Whether what some take at once is more than what one takes, by more than chance.
[[nodiscard]] bool is_clearly_slower(double at_once, double alone);

}  // namespace allfold::tuning
