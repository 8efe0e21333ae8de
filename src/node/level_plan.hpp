/// @file Level plan: which part of a piece each rank reduces at each level of clusters, and whose
/// parts it reads.
///
/// At the lowest level, the ranks of a cluster divide a piece among them. At each level above, the
/// ranks of the clusters that are joined there divide it anew: ranks with the same part in each of
/// these clusters cut it among them. Most of the data stays within the lowest clusters, and a
/// rank reads from few others. If clusters have different numbers of ranks, a part may overlap
/// several parts of the level below.
///
/// In the halves of calls that lanes carry on between nodes, only the lanes have parts at the highest
/// level: each its slice.
///
/// Two ranks are partners at a level if one reads from the other there. Parts are fractions, and
/// are rounded to elements in the same way on all ranks. Which ranks are partners depends only on
/// the hierarchy, and partners are mutual: a rank reads at a level from those that read from it when
/// the result comes back.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "node/cluster_tree.hpp"
#include "node/slices.hpp"

namespace allfold::node {

class LevelPlan {
 public:
  /// For a hierarchy with clusters, as `rank` sees it. `lanes`: that many ranks, the first ones, have
  /// parts at the highest level, in rank order; empty: all ranks have.
  LevelPlan(const Hierarchy& hierarchy, int rank, std::optional<int> lanes = std::nullopt);

  [[nodiscard]] const ClusterTree& tree() const { return tree_; }
  /// Number of levels at which parts are reduced: those of clusters, and one above for all ranks.
  [[nodiscard]] int levels() const { return static_cast<int>(levels_.size()); }
  [[nodiscard]] const std::optional<int>& lanes() const { return lanes_; }

  struct Partner {
    int rank;
    int operand;  ///< number of the partner's cluster among those that are joined
    PartOf part;  ///< of the partner, at its level: see below
  };
  /// This rank's part at a level.
  [[nodiscard]] const PartOf& part(int level) const { return at(level).own; }
  /// From whom this rank reads when it reduces its part of `level`, at least 1: ranks with parts of
  /// the level below that overlap its part. They include this rank.
  [[nodiscard]] std::span<const Partner> sources(int level) const { return at(level).sources; }
  /// From whom this rank reads the results in its part of the level below `level`: ranks with parts
  /// of `level` that overlap it.
  [[nodiscard]] std::span<const Partner> completers(int level) const {
    return at(level).completers;
  }
  /// All other ranks from which this rank reads at any level, once each, beginning with those of
  /// its lowest cluster. They also read from this rank.
  [[nodiscard]] std::span<const int> partners() const { return partners_; }
  /// The smallest number of parts at a level, in any cluster.
  [[nodiscard]] int fewest_parts(int level) const { return at(level).fewest_parts; }

 private:
  struct Level {
    PartOf own = {};
    std::vector<Partner> sources = {};
    std::vector<Partner> completers = {};
    int fewest_parts = 0;
  };
  [[nodiscard]] const Level& at(int level) const {
    return levels_[static_cast<std::size_t>(level)];
  }
  /// Adds a level at which clusters of the level below are joined. `parts`, by rank, are those of the
  /// level below, and then those of this level.
  void join(int rank, int level, std::vector<PartOf>& parts);

  void add_partner(int partner, int rank);

  ClusterTree tree_;
  std::optional<int> lanes_;
  std::vector<Level> levels_;
  std::vector<int> partners_;
};

}  // namespace allfold::node
