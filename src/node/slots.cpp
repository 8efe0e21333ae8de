#include "node/slots.hpp"

#include <signal.h>  // NOLINT(modernize-deprecated-headers): kill() is not in <csignal>

#include <algorithm>
#include <bit>
#include <cerrno>
#include <new>
#include <utility>

namespace allfold::node {

namespace {

/// Whether the process in whose memory an extent is still runs, so that others can map the extent.
bool is_there(const Extent& extent) {
  return kill(extent.memory.process, 0) == 0 || errno != ESRCH;
}

}  // namespace

std::size_t SlotPool::bytes() const {
  std::size_t slots = 0;
  for (const Column& column : columns_)
    slots += static_cast<std::size_t>(std::popcount(column.filled));
  return slots * sizeof(Slot);
}

std::optional<OwnSlot> SlotPool::take(std::size_t most_bytes) {
  give_back_left();
  std::optional<OwnSlot> slot;
  for (auto column = columns_.begin(); column != columns_.end();) {
    const bool can_serve = is_there(column->extent);
    if (!can_serve && column->is_all_free()) {
      column = drop(column);
      continue;
    }
    if (can_serve && !slot) slot = taken_of(*column, most_bytes);
    ++column;
  }
  return slot;
}

std::optional<OwnSlot> SlotPool::taken_of(Column& column, std::size_t most_bytes) const {
  if (column.ready() != 0) return taken(column, std::countr_zero(column.ready()));
  if (column.free == 0 || !may_grow(most_bytes)) return std::nullopt;
  return taken(column, std::countr_zero(column.free));
}

std::optional<OwnSlot> SlotPool::take_of_new(const Extent& extent, std::int32_t column,
                                             std::shared_ptr<std::byte> bytes) {
  // Reserved first, so that giving back needs no memory.
  columns_.reserve(columns_.size() + 1);
  left_.reserve((columns_.size() + 1) * static_cast<std::size_t>(sizes.back()));
  const auto next = std::ranges::find_if(
      columns_, [&](const Column& each) { return each.extent.columns < extent.columns; });
  const auto added =
      columns_.insert(next, {.extent = extent, .number = column, .bytes = std::move(bytes)});
  std::optional<OwnSlot> slot = taken(*added, 0);
  if (!slot) drop(added);
  return slot;
}

std::optional<OwnSlot> SlotPool::taken(Column& column, std::int32_t number) {
  if (!fill(column, number)) return std::nullopt;
  column.free &= ~(1U << number);
  Slot* const slot = column.slot(number);
  slot->begin_anew();
  return OwnSlot{.extent = column.extent, .column = column.number, .number = number, .slot = slot};
}

bool SlotPool::fill(Column& column, std::int32_t number) {
  const std::uint32_t bit = 1U << number;
  if ((column.filled & bit) != 0) return true;
  const ExtentLayout::Range slot = ExtentLayout(column.extent).slot(column.number, number);
  // New memory is zero, as are the marks of a new slot.
  if (!fill_range(column.extent.memory, slot.offset, {column.place(number), slot.bytes}))
    return false;
  // Without an initializer, which would also clear the places of vectors.
  new (column.place(number)) Slot;
  column.filled |= bit;
  return true;
}

void SlotPool::give_back(const OwnSlot& slot) {
  const auto column = std::ranges::find(columns_, slot.extent, &Column::extent);
  column->free |= 1U << slot.number;
  // Some unused columns are kept for the next communicators.
  if (!column->is_all_free() || !are_too_many_unused()) return;
  drop(column);
}

std::vector<SlotPool::Column>::iterator SlotPool::drop(std::vector<Column>::iterator column) {
  const Extent& extent = column->extent;
  const ExtentLayout::Range slots = ExtentLayout(extent).slots_of(column->number);
  empty_range(extent.memory, slots.offset, {column->place(0), slots.bytes});
  return columns_.erase(column);
}

bool SlotPool::are_too_many_unused() const {
  std::size_t columns = 0;
  std::int32_t slots = 0;
  for (const Column& column : columns_) {
    if (!column.is_all_free()) continue;
    ++columns;
    slots += column.extent.slots;
  }
  return columns > most_unused_columns || slots > most_unused;
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
