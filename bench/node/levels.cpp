#include "levels.hpp"

#include <algorithm>
#include <utility>

namespace allfold::bench {

Levels::Levels(const std::vector<int>& core_of, const std::vector<int>& widths) {
  /// A rank or a group, by its first core.
  struct Unit {
    int core;
    std::size_t number;
  };
  std::vector<Unit> units;
  for (std::size_t rank = 0; rank < core_of.size(); ++rank)
    units.push_back({.core = core_of[rank], .number = rank});
  std::ranges::sort(units, {}, &Unit::core);
  for (std::size_t level = 0; level == 0 || units.size() > 1; ++level) {
    Level next;
    std::vector<Unit> groups;
    for (const auto& [core, number] : units) {
      const auto place = [&](int of) { return level < widths.size() ? of / widths[level] : 0; };
      if (groups.empty() || place(core) != place(groups.back().core)) {
        groups.push_back({.core = core, .number = groups.size()});
        next.groups.emplace_back();
        next.leaders.push_back(level == 0 ? number : levels_[level - 1].leaders[number]);
      }
      next.groups.back().push_back(number);
    }
    next.group_of.resize(core_of.size());
    std::vector<std::size_t> of_member(units.size());
    for (std::size_t group = 0; group < next.groups.size(); ++group)
      for (const std::size_t member : next.groups[group]) of_member[member] = group;
    for (std::size_t rank = 0; rank < core_of.size(); ++rank)
      next.group_of[rank] = of_member[level == 0 ? rank : levels_[level - 1].group_of[rank]];
    levels_.push_back(std::move(next));
    units = std::move(groups);
  }
}

}  // namespace allfold::bench
