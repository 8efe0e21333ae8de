/// @file The links between groups of nodes, from the times of simultaneous messages between them.
#pragma once

#include <optional>

#include "cost/model.hpp"

namespace allfold::tuning {

/// Seconds per byte between nodes of different groups.
struct FarTimes {
  int nodes_per_group;
  int pairs;  ///< nodes of the first group that exchange at once, each with one of another group
  double with_one_group;  ///< if all partners are in one other group
  /// The same if every second partner is in a third group; absent if there is none as large.
  std::optional<double> with_two_groups = std::nullopt;
};

/// The groups, with the seconds of a byte while all nodes of a group send to others (beta_far) or,
/// if every two groups seem to have a link of their own, while all send to one other group
/// (beta_pair). Not known if such messages are not clearly slower than a single message between two
/// nodes of a group, which takes `beta` seconds per byte.
[[nodiscard]] cost::NodeGroups groups_with(const FarTimes& times, double beta);

/// Whether simultaneous messages take longer than a single one, by more than chance.
[[nodiscard]] bool is_clearly_slower(double at_once, double alone);

}  // namespace allfold::tuning
