/// @file Clusters: which ranks of a team watch which others' marks.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "node/slot.hpp"

namespace allfold::node {

/// Successive ranks under one leader, the lowest of them. They are one subtree of the team's
/// brackets.
struct Cluster {
  int first_leaf;
  int leaves;
  int first;  ///< rank, the leader
  int last;   ///< one past the last rank

  [[nodiscard]] bool contains(int rank) const { return first <= rank && rank < last; }
};

/// The clusters of one level, which contain all ranks, and the index of this rank's cluster.
struct Level {
  std::vector<Cluster> clusters;
  std::size_t own;
};

/// Which ranks watch each other's marks. Up to `most_in_one_cluster` ranks, each watches all
/// others.
struct Topology {
  int most_in_one_cluster = 8;
  /// With more ranks: leaves per cluster at each level, from the lowest level up. They are powers
  /// of two, and increase. The leaders of one level are the members of the next. The leaders of the
  /// highest level watch each other.
  std::array<int, most_levels> leaves_of_cluster = {4, 64};
};

}  // namespace allfold::node
