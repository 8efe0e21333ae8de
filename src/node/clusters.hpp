/// @file Clusters: which ranks of a team look at which others.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "node/slot.hpp"

namespace allfold::node {

/// Successive ranks under one leader, the lowest of them: one subtree of the team's brackets.
struct Cluster {
  int first_leaf;
  int leaves;
  int first;  ///< rank, the leader
  int last;   ///< rank behind the last

  [[nodiscard]] bool contains(int rank) const { return first <= rank && rank < last; }
};

/// The clusters of one level, which hold all ranks, and which of them a rank is in.
struct Level {
  std::vector<Cluster> clusters;
  std::size_t own;
};

/// Which ranks look at which others'. Up to so many ranks all look at all.
struct Topology {
  int most_in_one_cluster = 8;
  /// Beyond that, the leaves of a cluster at each level, from the lowest up: powers of two, each
  /// larger than the one before. The leaders of a level are the ranks of the next, and those of the
  /// highest look at each other.
  std::array<int, most_levels> leaves_of_cluster = {4, 64};
};

}  // namespace allfold::node
