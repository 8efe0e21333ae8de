#include "node/on_ranks.hpp"

#include <array>
#include <functional>
#include <sstream>

namespace allfold::testing {

namespace {

node::Hierarchy in_turns_of(int ranks) {
  constexpr int ranks_of_cluster = 3;
  node::Hierarchy hierarchy;
  node::Hierarchy::Level clusters;
  node::Hierarchy::Level halves;
  for (const int half : {0, 1}) {
    halves.starts.push_back(static_cast<int>(hierarchy.ranks.size()));
    for (int rank = half; rank < ranks; rank += 2) {
      if ((rank - half) / 2 % ranks_of_cluster == 0)
        clusters.starts.push_back(static_cast<int>(hierarchy.ranks.size()));
      hierarchy.ranks.push_back(rank);
    }
  }
  hierarchy.levels = {clusters, halves};
  return hierarchy;
}

/// The tree F of expressions.
std::string bracketed(const std::vector<std::string>& operands) {
  std::string text = proved_expression(static_cast<int>(operands.size()));
  std::string all;
  for (std::size_t at = 0; at < text.size();) {
    if (text[at] < '0' || text[at] > '9') {
      all += text[at++];
      continue;
    }
    std::size_t digits = 0;
    all += operands[std::stoul(text.substr(at), &digits)];
    at += digits;
  }
  return all;
}

}  // namespace

node::Hierarchy hierarchy_of(const Setting& setting) {
  using Subtrees = node::Hierarchy::Subtrees;
  const auto of_tree_f = [&](std::span<const Subtrees> levels) {
    return node::Hierarchy::of_tree_f(setting.ranks, levels);
  };
  switch (setting.clusters) {
    case none: return node::Hierarchy::flat(setting.ranks);
    case in_fours: return of_tree_f(std::array{Subtrees{4}});
    case in_pairs_of_pairs: return of_tree_f(std::array{Subtrees{2}, Subtrees{4}});
    case in_fours_of_pairs:
      return of_tree_f(
          std::array{Subtrees{2}, Subtrees{4, node::Hierarchy::Use::long_vectors}, Subtrees{8}});
    case in_turns: return in_turns_of(setting.ranks);
  }
  return {};
}

std::string expression_of(const Setting& setting) {
  const node::Hierarchy hierarchy = hierarchy_of(setting);
  // The expressions of clusters, by the place of their first rank.
  std::vector<std::string> values;
  std::vector<int> starts;
  for (std::size_t place = 0; place < hierarchy.ranks.size(); ++place) {
    values.push_back(std::to_string(hierarchy.ranks[place]));
    starts.push_back(static_cast<int>(place));
  }
  for (const node::Hierarchy::Level& level : hierarchy.levels) {
    std::vector<std::string> joined;
    std::size_t next = 0;
    for (std::size_t cluster = 0; cluster < level.starts.size(); ++cluster) {
      std::vector<std::string> operands;
      for (; next < starts.size() && starts[next] < level.end(cluster, setting.ranks); ++next)
        operands.push_back(values[next]);
      joined.push_back(bracketed(operands));
    }
    values = std::move(joined);
    starts = level.starts;
  }
  return bracketed(values);
}

std::string name_of(const ::testing::TestParamInfo<Setting>& info) {
  std::ostringstream name;
  PrintTo(info.param, &name);
  return name.str();
}

void PrintTo(const Setting& setting, std::ostream* stream) {
  constexpr std::array<const char*, 5> names{"", "_in_fours", "_in_pairs_of_pairs",
                                             "_in_fours_of_pairs", "_in_turns"};
  *stream << setting.ranks << names[static_cast<std::size_t>(setting.clusters)]
          << (setting.callers == one_thread ? "_one_thread" : "");
}

}  // namespace allfold::testing
