#include "node/slots.hpp"

#include <algorithm>
#include <bit>
#include <utility>

namespace allfold::node {

std::optional<OwnSlot> SlotPool::take() {
  give_back_left();
  auto chunk = std::ranges::find_if(chunks_, [](const Chunk& each) { return each.free != 0; });
  if (chunk == chunks_.end()) {
    if (!grow()) return std::nullopt;
    chunk = chunks_.end() - 1;
  }
  const int number = std::countr_zero(chunk->free);
  if (!fill(*chunk, number)) return std::nullopt;
  chunk->free &= chunk->free - 1;
  auto* const slot = reinterpret_cast<Slot*>(chunk->place(number));
  slot->begin_anew();
  return OwnSlot{.chunk = chunk->memory.offset, .number = number, .slot = slot};
}

bool SlotPool::grow() {
  // First, so that giving back needs no memory.
  chunks_.reserve(chunks_.size() + 1);
  left_.reserve((chunks_.size() + 1) * slots_in_chunk);
  auto memory = own_.grow(bytes);
  if (!memory) return false;
  chunks_.push_back({.memory = std::move(*memory)});
  return true;
}

bool SlotPool::fill(Chunk& chunk, int number) {
  const std::uint32_t bit = 1U << number;
  if ((chunk.filled & bit) != 0) return true;
  // All of it is zero, as the marks of a new slot are.
  if (!own_.fill(chunk.memory, static_cast<std::size_t>(number) * sizeof(Slot), sizeof(Slot)))
    return false;
  OwnMemory::bring({chunk.place(number), sizeof(Slot)});
  chunk.filled |= bit;
  return true;
}

void SlotPool::give_back(const OwnSlot& slot) {
  const auto chunk =
      std::ranges::find(chunks_, slot.chunk, [](const Chunk& each) { return each.memory.offset; });
  chunk->free |= 1U << slot.number;
  // One chunk is kept for the next communicators.
  if (chunk->is_all_free() && std::ranges::count_if(chunks_, &Chunk::is_all_free) > 1) {
    own_.give_back(std::move(chunk->memory));
    chunks_.erase(chunk);
  }
}

void SlotPool::leave(const OwnSlot& slot, std::uint32_t ranks, std::uint64_t counted) {
  slot.slot->counted = counted;
  left_.push_back({.slot = slot, .ranks = ranks});
  give_back_left();
}

void SlotPool::give_back_left() {
  std::erase_if(left_, [this](const LeftSlot& left) {
    // Acquire: whoever has left read for the last time before that.
    if (left.slot.slot->departed.load(std::memory_order_acquire) != left.ranks) return false;
    give_back(left.slot);
    return true;
  });
}

}  // namespace allfold::node
