/// @file Slots of a process: its columns of extents. A slot gets memory when it is first taken. A
/// column that no communicator uses any more is given back, or kept for the next communicators.
///
/// The first extents are small, since most programs reduce on one or two communicators. Later ones
/// are larger, so that ranks of programs with many communicators map few of them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <vector>

#include "node/extent_layout.hpp"
#include "node/slot.hpp"

namespace allfold::node {

/// One of this process's slots.
struct OwnSlot {
  Extent extent;
  std::int32_t column = 0;
  std::int32_t number = 0;  ///< in the column
  Slot* slot = nullptr;
};

/// Not thread-safe.
class SlotPool {
 public:
  /// So many unused columns are kept, and up to this total number of slots.
  static constexpr std::size_t most_unused_columns = 4;
  static constexpr std::int32_t most_unused = 22;

  /// Takes a reset slot, if there is one, rather of an extent with many columns: then ranks of large
  /// communicators map few extents. All slots together get at most `most_bytes` bytes of memory.
  [[nodiscard]] std::optional<OwnSlot> take(std::size_t most_bytes = no_limit);
  static constexpr std::size_t no_limit = std::numeric_limits<std::size_t>::max();
  /// Whether a further slot may have memory.
  [[nodiscard]] bool may_grow(std::size_t most_bytes) const {
    return bytes() + sizeof(Slot) <= most_bytes;
  }
  /// Slots in the columns of the next extent.
  [[nodiscard]] std::int16_t slots_of_next() const {
    return sizes[std::min(columns_.size(), sizes.size() - 1)];
  }
  /// Adds this process's column of a new extent, whose slots are mapped at `bytes`, and takes its
  /// first slot. Empty if there is no memory.
  [[nodiscard]] std::optional<OwnSlot> take_of_new(const Extent& extent, std::int32_t column,
                                                   std::shared_ptr<std::byte> bytes);

  /// Bytes of memory that the slots have.
  [[nodiscard]] std::size_t bytes() const;
  /// Gives back a slot that no other rank has accessed.
  void give_back(const OwnSlot& slot);
  /// Gives back a slot that this process has left, where its highest call number was `counted`. The
  /// slot is reused after all `ranks` ranks have left it.
  void leave(const OwnSlot& slot, std::uint32_t ranks, std::uint64_t counted);

 private:
  /// Slots of a column in the first extent, the second, and all others. Each slot is a bit of a
  /// 32-bit mask.
  static constexpr std::array<std::int16_t, 3> sizes = {2, 6, 16};
  static_assert(most_unused == sizes[1] + sizes[2],
                "only the first is in use when few communicators are");

  struct Column {
    Extent extent;
    std::int32_t number = 0;
    std::shared_ptr<std::byte> bytes;  ///< of all slots of the extent
    std::uint32_t free = all();        ///< one bit per slot
    std::uint32_t filled = 0;          ///< one bit per slot: it has memory

    [[nodiscard]] std::uint32_t all() const { return (1U << extent.slots) - 1; }
    /// Free slots that have memory.
    [[nodiscard]] std::uint32_t ready() const { return free & filled; }
    [[nodiscard]] bool is_all_free() const { return free == all(); }
    /// Where a slot is, or will be constructed.
    [[nodiscard]] std::byte* place(std::int32_t slot) const {
      const ExtentLayout layout(extent);
      return part_of(bytes.get(), layout.all_slots(), layout.slot(number, slot));
    }
    /// A slot that has memory.
    [[nodiscard]] Slot* slot(std::int32_t slot) const { return slot_at(place(slot)); }
  };
  /// A slot that this process has left, but other ranks perhaps not yet.
  struct LeftSlot {
    OwnSlot slot;
    std::uint32_t ranks;
  };
  /// Takes a free slot of a column, rather one that has memory, if there is one.
  [[nodiscard]] std::optional<OwnSlot> taken_of(Column& column, std::size_t most_bytes) const;
  /// Takes a free slot. Empty if there is no memory.
  [[nodiscard]] static std::optional<OwnSlot> taken(Column& column, std::int32_t number);
  /// Gives a slot memory if it has none yet, and constructs it there. Returns whether it has memory.
  [[nodiscard]] static bool fill(Column& column, std::int32_t number);
  void give_back_left();
  /// Gives back a column without slots in use. Returns the next one.
  std::vector<Column>::iterator drop(std::vector<Column>::iterator column);
  [[nodiscard]] bool are_too_many_unused() const;

  std::vector<Column> columns_;  ///< those of extents with most columns first
  std::vector<LeftSlot> left_;
};

}  // namespace allfold::node
