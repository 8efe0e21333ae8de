/// @file Slots of a process, in chunks. A slot gets memory when it is first taken. A chunk that no
/// communicator uses any more is given back, or kept for the next communicators.
///
/// Each rank of a node maps the chunks of all others. The first chunks are small, since most
/// programs reduce on one or two communicators. Later chunks are larger, so that ranks of programs
/// with many communicators map few of them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "node/own_memory.hpp"
#include "node/slot.hpp"

namespace allfold::node {

/// One of this process's slots.
struct OwnSlot {
  std::int64_t chunk = 0;  ///< offset in own memory
  std::int32_t number = 0;
  std::int32_t slots = 0;  ///< number of slots in the chunk
  Slot* slot = nullptr;
};

/// Not thread-safe.
class SlotPool {
 public:
  /// Bytes of a chunk of `slots` slots.
  static constexpr std::size_t chunk_bytes(std::int32_t slots) {
    return static_cast<std::size_t>(slots) * sizeof(Slot);
  }

  /// Unused chunks are kept up to this total number of slots.
  static constexpr std::int32_t most_unused = 22;

  explicit SlotPool(OwnMemory& own) : own_(own) {}

  /// Takes a reset slot; empty if there is no memory, or if all slots together would have more than
  /// `most_bytes` bytes of memory.
  [[nodiscard]] std::optional<OwnSlot> take(std::size_t most_bytes = no_limit);
  static constexpr std::size_t no_limit = std::numeric_limits<std::size_t>::max();
  /// Bytes of memory that the slots have.
  [[nodiscard]] std::size_t bytes() const;
  /// Gives back a slot that no other rank has accessed.
  void give_back(const OwnSlot& slot);
  /// Gives back a slot that this process has left, where its highest call number was `counted`. The
  /// slot is reused after all `ranks` ranks have left it.
  void leave(const OwnSlot& slot, std::uint32_t ranks, std::uint64_t counted);

 private:
  /// Slots in the first chunk, the second, and all others. Each slot is a bit of a 32-bit mask.
  static constexpr std::array<std::int32_t, 3> sizes = {2, 6, 16};
  static_assert(most_unused == sizes[1] + sizes[2],
                "only the first is in use when few communicators are");

  struct Chunk {
    OwnMemory::Chunk memory;
    std::int32_t slots = 0;
    std::uint32_t free = all();  ///< one bit per slot
    std::uint32_t filled = 0;    ///< one bit per slot: it has memory

    [[nodiscard]] std::uint32_t all() const { return (1U << slots) - 1; }
    /// Free slots that have memory.
    [[nodiscard]] std::uint32_t ready() const { return free & filled; }
    [[nodiscard]] bool is_all_free() const { return free == all(); }
    /// Where a slot is, or will be constructed.
    [[nodiscard]] std::byte* place(int number) const {
      return memory.mapping.bytes() + static_cast<std::size_t>(number) * sizeof(Slot);
    }
    /// A slot that has memory.
    [[nodiscard]] Slot* slot(int number) const { return slot_at(place(number)); }
  };
  /// A slot that this process has left, but other ranks perhaps not yet.
  struct LeftSlot {
    OwnSlot slot;
    std::uint32_t ranks;
  };
  bool grow();
  /// Gives a slot memory if it has none yet, and constructs it there. Returns whether it has memory.
  bool fill(Chunk& chunk, int number);
  void give_back_left();
  [[nodiscard]] std::int32_t slots_of_free_chunks() const;

  OwnMemory& own_;
  std::vector<Chunk> chunks_;
  std::vector<LeftSlot> left_;
};

}  // namespace allfold::node
