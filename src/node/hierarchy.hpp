/// @file Hierarchy: the ranks of a group in nested clusters, and how their vectors are bracketed.
///
/// Everywhere, operands are bracketed as by the tree F: the ranks of a lowest cluster, the clusters
/// that make up a cluster of the next level, and at last the clusters of the highest level. So a
/// cluster is a subtree, and all ways of reducing on a node give the same bits.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace allfold::node {

/// Groups of up to so many ranks have no clusters: each rank watches all others.
inline constexpr int most_in_flat_group = 8;

/// Levels of clusters, for example within a cache, within a NUMA node, and within a socket.
inline constexpr std::size_t most_levels = 3;
/// Those that calls of all lengths use.
inline constexpr std::size_t most_levels_of_all_calls = 2;

struct Hierarchy {
  /// Which calls use a level. A level more shortens the ways of long vectors, and costs short ones
  /// a synchronisation more.
  enum class Use : std::uint8_t { all_calls, long_vectors };
  struct Level {
    /// Where in `ranks` the clusters begin. They consist of whole clusters of the level below.
    std::vector<int> starts;
    Use use = Use::all_calls;

    /// The first cluster that begins at this place or after it.
    [[nodiscard]] int cluster_at(int place) const {
      return static_cast<int>(std::ranges::lower_bound(starts, place) - starts.begin());
    }
    /// One past the place of the last rank of a cluster, in a hierarchy of `ranks` ranks.
    [[nodiscard]] int end(std::size_t cluster, int ranks) const {
      return cluster + 1 < starts.size() ? starts[cluster + 1] : ranks;
    }
  };
  /// All ranks, in the order in which their vectors are reduced. Those of a cluster are next to
  /// each other. In groups without clusters this is the order of the ranks.
  std::vector<int> ranks;
  /// From the lowest up. Each has at least two clusters, and the lowest is used by all calls.
  std::vector<Level> levels = {};

  /// Without clusters.
  static Hierarchy flat(int ranks);
  /// In rank order, bracketed as by the tree F of all ranks. The clusters of a level are subtrees
  /// of at least so many ranks, and of fewer than twice as many. The numbers are powers of two in
  /// ascending order.
  struct Subtrees {
    int ranks;
    Use use = Use::all_calls;
  };
  static Hierarchy of_tree_f(int ranks, std::span<const Subtrees> levels);

  [[nodiscard]] bool is_in_rank_order() const;
};

/// Of successive operands, at least two, how many are on the left of the root of their tree F. With
/// r more operands than the largest power of two, the first r pairs are the first to be reduced.
[[nodiscard]] int left_in_tree_f(int operands);

}  // namespace allfold::node
