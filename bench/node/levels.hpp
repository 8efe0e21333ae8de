/// @file Levels: groups of ranks by the cores that they run on, and groups of groups.
#pragma once

#include <cstddef>
#include <vector>

namespace allfold::bench {

/// Level 0 has groups of ranks; each further level has groups of the groups below. The last level
/// is one group.
class Levels {
 public:
  /// `widths`: cores of a group at each level, ascending, of which each divides the next one.
  Levels(const std::vector<int>& core_of, const std::vector<int>& widths);

  [[nodiscard]] std::size_t number() const { return levels_.size(); }
  [[nodiscard]] const std::vector<std::vector<std::size_t>>& groups(std::size_t level) const {
    return levels_[level].groups;
  }
  /// The number of a rank's group.
  [[nodiscard]] std::size_t group_of(std::size_t level, std::size_t rank) const {
    return levels_[level].group_of[rank];
  }
  /// The first rank of a group.
  [[nodiscard]] std::size_t leader(std::size_t level, std::size_t group) const {
    return levels_[level].leaders[group];
  }
  /// The rank that stands for a member of a group of that level.
  [[nodiscard]] std::size_t rank_of(std::size_t level, std::size_t member) const {
    return level == 0 ? member : leader(level - 1, member);
  }

 private:
  struct Level {
    std::vector<std::vector<std::size_t>> groups;  ///< members: ranks, or groups of the level below
    std::vector<std::size_t> leaders;              ///< by group
    std::vector<std::size_t> group_of;             ///< by rank
  };
  std::vector<Level> levels_;
};

}  // namespace allfold::bench
