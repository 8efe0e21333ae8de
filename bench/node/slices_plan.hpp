/// @file The plan of the slices design: which rank reduces which part of a chunk at each level.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "levels.hpp"

namespace allfold::bench {

/// Bytes [first, last) of a chunk.
struct Slice {
  std::int64_t first;
  std::int64_t last;
};

class SlicesPlan {
 public:
  /// A slice that a rank reduces at a level, and whose values of the level below it reduces.
  struct Reduction {
    Slice slice;
    std::vector<std::size_t> sources;
  };
  /// A slice that a rank copies from another one.
  struct Copy {
    Slice slice;
    std::size_t from;
  };

  /// Chunks have `bytes` bytes, a multiple of a cache line.
  SlicesPlan(const Levels& levels, std::size_t ranks, std::int64_t bytes);

  [[nodiscard]] const std::vector<Reduction>& reductions(std::size_t level,
                                                         std::size_t rank) const {
    return reductions_[level][rank];
  }
  /// What a rank copies on the way down to a level: the slices of its group that others have.
  [[nodiscard]] const std::vector<Copy>& copies(std::size_t level, std::size_t rank) const {
    return copies_[level][rank];
  }
  /// All slices of the result, with the ranks that have reduced them.
  [[nodiscard]] const std::vector<Copy>& highest() const { return highest_; }
  /// The ranks whose values this rank reduces at a level, and those that reduce its own.
  [[nodiscard]] const std::vector<std::size_t>& sources(std::size_t level, std::size_t rank) const {
    return sources_[level][rank];
  }
  [[nodiscard]] const std::vector<std::size_t>& reducers(std::size_t level,
                                                         std::size_t rank) const {
    return reducers_[level][rank];
  }
  /// The ranks that copy results from this rank on the way down to a level.
  [[nodiscard]] const std::vector<std::size_t>& takers(std::size_t level, std::size_t rank) const {
    return takers_[level][rank];
  }

 private:
  template <class T>
  using ByLevelAndRank = std::vector<std::vector<std::vector<T>>>;
  /// Slices that a group has, with the ranks that have them. All groups of a level are cut alike.
  using Held = std::vector<Copy>;

  /// Cuts the slices of a group's members, and returns what the group has then.
  Held cut(const Levels& levels, std::size_t level, const std::vector<std::size_t>& group,
           const std::vector<Held>& below);
  /// Into how many slices a slice is cut, by groups with these numbers of members.
  static std::int64_t slices_of(Slice whole, std::size_t fewest, std::size_t most);
  void plan_copies();
  void list_partners();

  ByLevelAndRank<Reduction> reductions_;
  ByLevelAndRank<Copy> copies_;
  ByLevelAndRank<std::size_t> sources_, reducers_, takers_;
  Held highest_;
};

}  // namespace allfold::bench
