#include "node/areas.hpp"

#include <utility>

namespace allfold::node {

Areas::Areas(std::vector<Seen> seen, int rank, AreaSource& source)
    : others_(seen.size()), rank_(static_cast<std::size_t>(rank)), source_(source) {
  for (std::size_t each = 0; each < seen.size(); ++each) others_[each].seen = std::move(seen[each]);
}

void Areas::set_own(const AreaSource::Made& made, const Team& team) {
  own_ = made.area.get();
  own_offset_ = made.offset;
  // Relaxed: the release of a mark follows.
  team.own().area.store(made.offset, std::memory_order_relaxed);
}

bool Areas::find_first_ones(const Team& team) noexcept {
  for (int rank = 0; rank < team.ranks(); ++rank) {
    const auto at = static_cast<std::size_t>(rank);
    Seen& seen = others_[at].seen;
    if (at == rank_ || seen.first != nullptr) continue;
    seen.first = source_.find_first(seen.memory, team.slot(rank));
    if (seen.first == nullptr) return false;
  }
  return true;
}

bool Areas::is_new_to(int rank) const {
  const auto at = static_cast<std::size_t>(rank);
  if (at == rank_) return false;
  if (own_ == nullptr) return true;
  return own_offset_ != first_area && own_offset_ != others_[at].has_mapped;
}

void Areas::note(int rank, Answer answer) {
  others_[static_cast<std::size_t>(rank)].has_mapped =
      answer == Answer::mapped ? own_offset_ : no_area;
}

void Areas::look(const Team& team, std::span<const int> ranks) {
  are_all_here_ = true;
  are_any_new_ = false;
  for (const int rank : ranks) {
    const auto at = static_cast<std::size_t>(rank);
    if (at == rank_) continue;
    Other& other = others_[at];
    const Slot& slot = team.slot(rank);
    // Relaxed: the acquire of a mark came before.
    other.now = find(other, slot.area.load(std::memory_order_relaxed));
    if (other.now == nullptr) are_all_here_ = false;
    if (slot.introduced.load(std::memory_order_relaxed) == team.latest_call()) are_any_new_ = true;
  }
}

Area* Areas::find(Other& other, std::int64_t offset) {
  if (offset == no_area) return nullptr;
  if (offset == first_area) return other.seen.first.get();
  if (offset != other.offset) {
    std::shared_ptr<Area> found = source_.find(other.seen.memory, offset);
    if (found == nullptr) return nullptr;
    other.area = std::move(found);
    other.offset = offset;
  }
  return other.area.get();
}

}  // namespace allfold::node
