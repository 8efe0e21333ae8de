#include <algorithm>
#include <array>
#include <bit>
#include <span>
#include <utility>
#include <vector>

#include "mpi/machine/divisions.hpp"
#include "mpi/machine/locations.hpp"

namespace allfold::mpi::machine {

namespace {

/// More clusters are not joined at one level, if there are levels left: of parts of long vectors,
/// and in calls of all lengths.
constexpr std::size_t most_joined = 4;
constexpr std::size_t most_joined_in_all_calls = 16;

/// How many groups of `below` make up each group.
std::vector<std::size_t> joined(const Groups& groups, const Groups& below) {
  std::vector<std::size_t> numbers;
  auto next = below.begin();
  for (const Ranks& group : groups) {
    std::size_t ranks = 0;
    numbers.push_back(0);
    for (; ranks < group.size(); ++next, ++numbers.back()) ranks += next->size();
  }
  return numbers;
}

/// Groups between these and those below: each of few of the latter.
Groups between(const Groups& groups, const Groups& below) {
  Groups found;
  auto next = below.begin();
  for (const std::size_t number : joined(groups, below)) {
    const std::size_t parts = (number + most_joined - 1) / most_joined;
    for (std::size_t part = 0; part < parts; ++part) {
      found.emplace_back();
      const std::size_t count = (part + 1) * number / parts - part * number / parts;
      for (std::size_t i = 0; i < count; ++i, ++next)
        found.back().insert(found.back().end(), next->begin(), next->end());
    }
  }
  return found;
}

/// Levels of clusters, from all ranks down.
struct Level {
  Groups groups;
  node::Hierarchy::Use use = node::Hierarchy::Use::all_calls;
};
using Levels = std::vector<Level>;

Levels levels_of(std::span<const Location> locations) {
  const auto ranks = static_cast<int>(locations.size());
  const std::array<Domain, 3> domains{
      Domain{.number = [](const Location& location) { return location.socket; },
             .cores = [ranks](const Location& /*location*/) { return ranks; }},
      Domain{.number = [](const Location& location) { return location.numa_node.number; },
             .cores = [](const Location& location) { return location.numa_node.cores; }},
      Domain{.number = [](const Location& location) { return location.cache.number; },
             .cores = [](const Location& location) { return location.cache.cores; }}};
  Levels levels{{.groups = {node::Hierarchy::flat(ranks).ranks}}};
  const auto add = [&](Groups groups) {
    if (groups.size() > levels.back().groups.size() &&
        groups.size() * least_in_cluster <= locations.size())
      levels.push_back({.groups = std::move(groups)});
  };
  for (const Domain& domain : domains) add(divided_by(levels.back().groups, locations, domain));
  add(divided_by_size(levels.back().groups, locations));
  return levels;
}

/// How many clusters of the level below are joined in one of `level`, at most.
std::size_t most_of(const Level& level, const Level& below) {
  return std::ranges::max(joined(level.groups, below.groups));
}

/// Whether a level is not needed, given how many levels are left, and how many clusters would be
/// joined without it.
using IsSuperfluous = bool (*)(std::size_t levels, std::size_t joined);

/// As long as a level of these calls is superfluous, uses no more the one whose absence joins the
/// fewest clusters, the lowest of several. The lowest level of all stays.
template <class Uses, class UseNoMore>
void thin_out(Levels& levels, IsSuperfluous is_superfluous, Uses uses, UseNoMore use_no_more) {
  for (;;) {
    std::vector<std::size_t> used;
    for (std::size_t level = 0; level < levels.size(); ++level)
      if (uses(levels[level])) used.push_back(level);
    std::size_t least = 0;
    std::size_t fewest = 0;
    for (std::size_t i = 1; i + 1 < used.size(); ++i) {
      const std::size_t most = most_of(levels[used[i - 1]], levels[used[i + 1]]);
      if (least != 0 && most > fewest) continue;
      least = i;
      fewest = most;
    }
    if (least == 0 || !is_superfluous(used.size() - 1, fewest)) return;
    use_no_more(levels, used[least]);
  }
}

/// If calls of all lengths have one level only, with too many clusters, they use a second one.
void add_level_of_all_calls(Levels& levels) {
  using enum node::Hierarchy::Use;
  const bool have_second = std::ranges::count(levels, all_calls, &Level::use) > 2;
  if (have_second || levels.back().groups.size() <= most_joined_in_all_calls) return;
  std::size_t best = 0;
  std::size_t fewest = levels.back().groups.size();
  for (std::size_t level = 1; level + 1 < levels.size(); ++level) {
    const std::size_t most =
        std::max(levels[level].groups.size(), most_of(levels[level], levels.back()));
    if (most >= fewest) continue;
    best = level;
    fewest = most;
  }
  if (best != 0) levels[best].use = all_calls;
}

/// Chooses the levels of both kinds of calls. For long vectors, levels are inserted where many
/// clusters would be joined, and left out where few are.
void balance(Levels& levels) {
  using enum node::Hierarchy::Use;
  const auto erase = [](Levels& all, std::size_t level) {
    all.erase(all.begin() + static_cast<std::ptrdiff_t>(level));
  };
  const auto every = [](const Level& /*level*/) { return true; };
  thin_out(
      levels, [](std::size_t /*levels*/, std::size_t joined) { return joined <= most_joined; },
      every, erase);
  thin_out(
      levels,
      [](std::size_t left, std::size_t /*joined*/) {
        return left > node::most_levels_of_all_calls;
      },
      [](const Level& level) { return level.use == all_calls; },
      [](Levels& all, std::size_t level) { all[level].use = long_vectors; });
  for (std::size_t level = 1; level < levels.size();) {
    if (most_of(levels[level - 1], levels[level]) > most_joined)
      levels.insert(
          levels.begin() + static_cast<std::ptrdiff_t>(level),
          {.groups = between(levels[level - 1].groups, levels[level].groups), .use = long_vectors});
    else
      ++level;
  }
  thin_out(
      levels, [](std::size_t left, std::size_t /*joined*/) { return left > node::most_levels; },
      every, erase);
  add_level_of_all_calls(levels);
}

}  // namespace

node::Hierarchy hierarchy_of(std::span<const Location> locations, Brackets brackets) {
  const auto ranks = static_cast<int>(locations.size());
  if (ranks <= node::most_in_flat_group) return node::Hierarchy::flat(ranks);
  Levels levels = levels_of(locations);
  balance(levels);
  node::Hierarchy hierarchy;
  std::vector<node::Hierarchy::Subtrees> subtrees;
  for (const Ranks& group : levels.back().groups)
    hierarchy.ranks.insert(hierarchy.ranks.end(), group.begin(), group.end());
  for (std::size_t level = levels.size(); --level > 0;) {
    node::Hierarchy::Level& added = hierarchy.levels.emplace_back();
    added.use = levels[level].use;
    int start = 0;
    for (const Ranks& group : levels[level].groups) {
      added.starts.push_back(start);
      start += static_cast<int>(group.size());
    }
    const std::size_t largest = std::ranges::max(levels[level].groups, {}, &Ranks::size).size();
    subtrees.push_back({.ranks = static_cast<int>(std::bit_floor(largest)), .use = added.use});
  }
  return brackets == Brackets::by_location ? hierarchy
                                           : node::Hierarchy::of_tree_f(ranks, subtrees);
}

}  // namespace allfold::mpi::machine
