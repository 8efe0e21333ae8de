/// @file Areas: the staging areas of a group's ranks, as one of them sees them.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "node/staging.hpp"
#include "node/team.hpp"

namespace allfold::node {

class Areas {
 public:
  /// Where a rank's area was seen last.
  struct Seen {
    MemoryName memory;
    std::int64_t offset = no_area;
    std::shared_ptr<Area> area;  ///< null: there is none, or it cannot be mapped
  };
  /// `seen` is by rank; that of `rank` itself is not looked at.
  Areas(std::vector<Seen> seen, int rank, AreaSource& source)
      : seen_(std::move(seen)), rank_(static_cast<std::size_t>(rank)), source_(source) {}

  /// Null if there is none in this call.
  [[nodiscard]] Area* own() const { return own_; }
  /// As last looked at.
  [[nodiscard]] Area* of(int rank) const {
    const auto at = static_cast<std::size_t>(rank);
    return at == rank_ ? own_ : seen_[at].area.get();
  }
  [[nodiscard]] bool are_all_here() const { return are_all_here_; }

  /// Maps those of the other ranks, where they were seen last; returns whether all are there.
  bool find_others() noexcept;

  /// Whether the others know this as this rank's area already.
  [[nodiscard]] static bool is_shown(const AreaSource::Made& made, const Team& team) {
    return team.own().area.load(std::memory_order_relaxed) == made.offset;
  }
  /// Sets this rank's area, by its slot for the others, too, which read nothing of it now.
  void set_own(const AreaSource::Made& made, const Team& team);
  /// Finds out where the areas of this call are; the other ranks have come to a cycle of it.
  /// Returns whether all are there.
  bool look(const Team& team);

 private:
  std::vector<Seen> seen_;
  std::size_t rank_;
  Area* own_ = nullptr;
  AreaSource& source_;
  bool are_all_here_ = false;
};

}  // namespace allfold::node
