#include "node/cluster_tree.hpp"

#include <utility>

#include "node/reduction.hpp"

namespace allfold::node {

ClusterTree::ClusterTree(const Hierarchy& hierarchy, int rank, Hierarchy::Use calls)
    : ranks_(hierarchy.ranks) {
  for (std::size_t level = 0; level < hierarchy.levels.size(); ++level)
    if (calls == Hierarchy::Use::long_vectors ||
        hierarchy.levels[level].use == Hierarchy::Use::all_calls)
      add_level(hierarchy, level, rank);
  for (int level = 0; levels() > 0 && level <= levels(); ++level) join(hierarchy, level);
  while (levels_led_ < levels() && cluster(levels_led_).leader() == rank) ++levels_led_;
}

void ClusterTree::add_level(const Hierarchy& hierarchy, std::size_t level, int rank) {
  Level added{.clusters = {}, .in_hierarchy = static_cast<int>(level) + 1};
  const Hierarchy::Level& of = hierarchy.levels[level];
  for (std::size_t cluster = 0; cluster < of.starts.size(); ++cluster) {
    const int first = of.starts[cluster];
    const int last = of.end(cluster, static_cast<int>(ranks_.size()));
    added.clusters.push_back(
        {.ranks = std::span(ranks_).subspan(static_cast<std::size_t>(first),
                                            static_cast<std::size_t>(last - first))});
  }
  while (!added.clusters[added.own].contains(rank)) ++added.own;
  levels_.push_back(std::move(added));
}

void ClusterTree::join(const Hierarchy& hierarchy, int level) {
  const bool is_whole = level == levels();
  const std::span<const int> ranks =
      is_whole ? std::span(std::as_const(ranks_)) : cluster(level).ranks;
  const auto first = static_cast<int>(ranks.data() - ranks_.data());
  joined_.push_back(
      {.clusters = level == 0 ? std::span<const Cluster>() : clusters_in(level, {.ranks = ranks}),
       .order = Order::of_part(
           hierarchy, {.first = first,
                       .last = first + static_cast<int>(ranks.size()),
                       .level = is_whole ? static_cast<int>(hierarchy.levels.size())
                                         : at(level).in_hierarchy - 1,
                       .level_of_operands = level == 0 ? 0 : at(level - 1).in_hierarchy})});
}

std::span<const Cluster> ClusterTree::clusters_in(int level, const Cluster& whole) const {
  const std::span<const Cluster> below = clusters(level - 1);
  const auto is_before = [](const Cluster& each, const int* place) {
    return each.ranks.data() < place;
  };
  const int* const first = whole.ranks.data();
  const auto begin = std::lower_bound(below.begin(), below.end(), first, is_before);
  const auto end = std::lower_bound(begin, below.end(), first + whole.ranks.size(), is_before);
  return {begin, end};
}

std::size_t ClusterTree::blocks_of_reductions() const {
  std::size_t most = 0;
  for (const Joined& joined : joined_) most = std::max(most, blocks_for(joined.order));
  return most;
}

}  // namespace allfold::node
