#include "node/slots.hpp"

#include <algorithm>
#include <bit>
#include <new>
#include <utility>

namespace allfold::node {

std::size_t SlotPool::bytes() const {
  std::size_t slots = 0;
  for (const Chunk& chunk : chunks_) slots += static_cast<std::size_t>(std::popcount(chunk.filled));
  return slots * sizeof(Slot);
}

std::optional<OwnSlot> SlotPool::take(std::size_t most_bytes) {
  give_back_left();
  auto chunk = std::ranges::find_if(chunks_, [](const Chunk& each) { return each.ready() != 0; });
  if (chunk == chunks_.end()) {
    if (bytes() + sizeof(Slot) > most_bytes) return std::nullopt;
    chunk = std::ranges::find_if(chunks_, [](const Chunk& each) { return each.free != 0; });
  }
  if (chunk == chunks_.end()) {
    if (!grow()) return std::nullopt;
    chunk = chunks_.end() - 1;
  }
  const int number = std::countr_zero(chunk->ready() != 0 ? chunk->ready() : chunk->free);
  if (!fill(*chunk, number)) return std::nullopt;
  chunk->free &= ~(1U << number);
  Slot* const slot = chunk->slot(number);
  slot->begin_anew();
  return OwnSlot{
      .chunk = chunk->memory.offset, .number = number, .slots = chunk->slots, .slot = slot};
}

bool SlotPool::grow() {
  // Reserved first, so that giving back needs no memory.
  chunks_.reserve(chunks_.size() + 1);
  left_.reserve((chunks_.size() + 1) * static_cast<std::size_t>(sizes.back()));
  const std::int32_t slots = sizes[std::min(chunks_.size(), sizes.size() - 1)];
  auto memory = own_.grow(chunk_bytes(slots));
  if (!memory) return false;
  chunks_.push_back({.memory = std::move(*memory), .slots = slots});
  return true;
}

bool SlotPool::fill(Chunk& chunk, int number) {
  const std::uint32_t bit = 1U << number;
  if ((chunk.filled & bit) != 0) return true;
  if (!own_.fill(chunk.memory, static_cast<std::size_t>(number) * sizeof(Slot), sizeof(Slot)))
    return false;
  OwnMemory::bring({chunk.place(number), sizeof(Slot)});
  // Without an initializer, which would also clear the places of vectors.
  new (chunk.place(number)) Slot;
  chunk.filled |= bit;
  return true;
}

void SlotPool::give_back(const OwnSlot& slot) {
  const auto chunk =
      std::ranges::find(chunks_, slot.chunk, [](const Chunk& each) { return each.memory.offset; });
  chunk->free |= 1U << slot.number;
  // Some unused chunks are kept for the next communicators.
  if (!chunk->is_all_free() || slots_of_free_chunks() <= most_unused) return;
  own_.give_back(std::move(chunk->memory));
  chunks_.erase(chunk);
}

std::int32_t SlotPool::slots_of_free_chunks() const {
  std::int32_t slots = 0;
  for (const Chunk& chunk : chunks_)
    if (chunk.is_all_free()) slots += chunk.slots;
  return slots;
}

void SlotPool::leave(const OwnSlot& slot, std::uint32_t ranks, std::uint64_t counted) {
  slot.slot->counted = counted;
  left_.push_back({.slot = slot, .ranks = ranks});
  give_back_left();
}

void SlotPool::give_back_left() {
  std::erase_if(left_, [this](const LeftSlot& left) {
    // Acquire: a rank that has left made its last access before that.
    if (left.slot.slot->departed.load(std::memory_order_acquire) != left.ranks) return false;
    give_back(left.slot);
    return true;
  });
}

}  // namespace allfold::node
