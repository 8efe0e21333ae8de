/// @file Cluster tree: the clusters of a group, as one of its ranks sees them.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

#include "node/hierarchy.hpp"
#include "node/order.hpp"

namespace allfold::node {

/// Ranks under one leader, the first of them.
struct Cluster {
  std::span<const int> ranks;  ///< in the order in which their vectors are reduced

  [[nodiscard]] int leader() const { return ranks.front(); }
  [[nodiscard]] int size() const { return static_cast<int>(ranks.size()); }
  [[nodiscard]] bool contains(int rank) const {
    return std::ranges::find(ranks, rank) != ranks.end();
  }
};

class ClusterTree {
 public:
  /// The levels that these calls use. Calls with long vectors use all.
  ClusterTree(const Hierarchy& hierarchy, int rank, Hierarchy::Use calls);
  ClusterTree(const ClusterTree&) = delete;
  ClusterTree& operator=(const ClusterTree&) = delete;

  /// Number of levels; 0 without clusters.
  [[nodiscard]] int levels() const { return static_cast<int>(levels_.size()); }
  /// All ranks, in the order of the hierarchy.
  [[nodiscard]] std::span<const int> ranks() const { return ranks_; }
  /// All clusters of a level.
  [[nodiscard]] std::span<const Cluster> clusters(int level) const { return at(level).clusters; }
  /// This rank's cluster of a level.
  [[nodiscard]] const Cluster& cluster(int level) const {
    return at(level).clusters[at(level).own];
  }
  /// The clusters of the level below that make up a cluster of `level`, which is at least 1. For
  /// levels(): all clusters of the highest level.
  [[nodiscard]] std::span<const Cluster> clusters_in(int level, const Cluster& whole) const;
  /// The same of this rank's cluster.
  [[nodiscard]] std::span<const Cluster> clusters_in(int level) const {
    return joined_[static_cast<std::size_t>(level)].clusters;
  }
  /// The order for this rank's cluster of a level: of ranks on the lowest level, and of the
  /// clusters of the level below on higher ones. For levels(): for the clusters of the highest
  /// level.
  [[nodiscard]] const Order& order_of_cluster(int level) const {
    return joined_[static_cast<std::size_t>(level)].order;
  }
  /// The number of blocks that the reductions of clusters need.
  [[nodiscard]] std::size_t blocks_of_reductions() const;

  /// On how many levels, from the lowest, this rank leads its cluster.
  [[nodiscard]] int levels_led() const { return levels_led_; }
  [[nodiscard]] bool leads_highest() const { return levels_led_ == levels(); }
  /// The leader of this rank's lowest cluster that another rank leads. Not for ranks that lead on
  /// the highest level.
  [[nodiscard]] int leader() const { return cluster(levels_led_).leader(); }

 private:
  struct Level {
    std::vector<Cluster> clusters;
    std::size_t own = 0;
    int in_hierarchy;  ///< 1 for the lowest level of the hierarchy
  };
  /// What makes up this rank's cluster of a level, or the whole.
  struct Joined {
    std::span<const Cluster> clusters;  ///< empty on the lowest level
    Order order;
  };
  [[nodiscard]] const Level& at(int level) const {
    return levels_[static_cast<std::size_t>(level)];
  }
  void add_level(const Hierarchy& hierarchy, std::size_t level, int rank);
  void join(const Hierarchy& hierarchy, int level);

  std::vector<int> ranks_;
  std::vector<Level> levels_;   ///< from the lowest up
  std::vector<Joined> joined_;  ///< one more
  int levels_led_ = 0;
};

}  // namespace allfold::node
