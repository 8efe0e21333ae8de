#include "node/areas.hpp"

namespace allfold::node {

void Areas::set_own(const AreaSource::Made& made, const Team& team) {
  own_ = made.area.get();
  // Relaxed: the release of a mark follows.
  team.own().area.store(made.offset, std::memory_order_relaxed);
}

bool Areas::find_others() noexcept {
  for (std::size_t rank = 0; rank < seen_.size(); ++rank) {
    Seen& seen = seen_[rank];
    if (rank == rank_ || seen.area != nullptr) continue;
    seen.area = source_.find(seen.memory, seen.offset);
    if (seen.area == nullptr) return false;
  }
  return true;
}

bool Areas::look(const Team& team) {
  are_all_here_ = own_ != nullptr;
  for (std::size_t rank = 0; rank < seen_.size(); ++rank) {
    if (rank == rank_) continue;
    Seen& seen = seen_[rank];
    // Relaxed: an acquire of a mark came before.
    const std::int64_t offset =
        team.slot(static_cast<int>(rank)).area.load(std::memory_order_relaxed);
    if (offset != seen.offset || (seen.area == nullptr && offset != no_area))
      seen.area = offset != no_area ? source_.find(seen.memory, offset) : nullptr;
    seen.offset = offset;
    if (seen.area == nullptr) are_all_here_ = false;
  }
  return are_all_here_;
}

}  // namespace allfold::node
