#include "node/hierarchy.hpp"

#include <algorithm>
#include <bit>
#include <numeric>

namespace allfold::node {

namespace {

int leaves_of_tree_f(int operands) {
  return static_cast<int>(std::bit_floor(static_cast<unsigned>(operands)));
}

/// Appends where subtrees begin that have so many leaves.
void append_subtrees(int first, int ranks, int leaves, std::vector<int>& starts) {
  if (leaves_of_tree_f(ranks) <= leaves) return starts.push_back(first);
  const int left = left_in_tree_f(ranks);
  append_subtrees(first, left, leaves, starts);
  append_subtrees(first + left, ranks - left, leaves, starts);
}

}  // namespace

int left_in_tree_f(int operands) {
  const int leaves = leaves_of_tree_f(operands);
  const int pairs = operands - leaves;
  return leaves / 2 + std::min(pairs, leaves / 2);
}

Hierarchy Hierarchy::flat(int ranks) {
  Hierarchy hierarchy{.ranks = std::vector<int>(static_cast<std::size_t>(ranks))};
  std::iota(hierarchy.ranks.begin(), hierarchy.ranks.end(), 0);
  return hierarchy;
}

Hierarchy Hierarchy::of_tree_f(int ranks, std::span<const Subtrees> levels) {
  Hierarchy hierarchy = flat(ranks);
  std::size_t below = hierarchy.ranks.size();
  for (const Subtrees& level : levels) {
    std::vector<int> starts;
    append_subtrees(0, ranks, level.ranks, starts);
    if (starts.size() == 1 || starts.size() == below) continue;
    below = starts.size();
    hierarchy.levels.push_back({.starts = std::move(starts), .use = level.use});
  }
  return hierarchy;
}

bool Hierarchy::is_in_rank_order() const { return std::ranges::is_sorted(ranks); }

}  // namespace allfold::node
