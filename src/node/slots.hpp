/// @file Slots of a process, in chunks. A slot gets memory when it is first taken; a chunk goes back
/// when no communicator uses any of it.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "node/own_memory.hpp"
#include "node/slot.hpp"

namespace allfold::node {

/// One of this process's slots.
struct OwnSlot {
  std::int64_t chunk = 0;  ///< offset in own memory
  std::int64_t number = 0;
  Slot* slot = nullptr;
};

/// Used by one thread at a time.
class SlotPool {
 public:
  static constexpr std::size_t chunk_bytes() { return bytes; }

  explicit SlotPool(OwnMemory& own) : own_(own) {}

  /// A slot that begins anew; none if there is no memory.
  [[nodiscard]] std::optional<OwnSlot> take();
  /// Gives back a slot that nobody else has come to.
  void give_back(const OwnSlot& slot);
  /// Gives back a slot that this process has left, with the highest number that it had there. It is
  /// used again when all `ranks` have left it.
  void leave(const OwnSlot& slot, std::uint32_t ranks, std::uint64_t counted);

 private:
  static constexpr std::size_t slots_in_chunk = 16;
  static constexpr std::size_t bytes = OwnMemory::in_units(slots_in_chunk * sizeof(Slot));

  struct Chunk {
    OwnMemory::Chunk memory;
    std::uint32_t free = (1U << slots_in_chunk) - 1;  ///< a bit for each slot
    std::uint32_t filled = 0;                         ///< the same: has memory

    [[nodiscard]] bool is_all_free() const { return free == (1U << slots_in_chunk) - 1; }
    [[nodiscard]] std::byte* place(int number) const {
      return memory.mapping.bytes() + static_cast<std::size_t>(number) * sizeof(Slot);
    }
  };
  /// A slot that this process has left, but perhaps not all others.
  struct LeftSlot {
    OwnSlot slot;
    std::uint32_t ranks;
  };
  bool grow();
  /// Gives a slot memory, if it has none yet; returns whether it has.
  bool fill(Chunk& chunk, int number);
  void give_back_left();

  OwnMemory& own_;
  std::vector<Chunk> chunks_;
  std::vector<LeftSlot> left_;
};

}  // namespace allfold::node
