/// @file Slots of a process, in chunks. A slot gets memory when it is first taken; a chunk that no
/// communicator uses any more goes back, or is kept for the next ones.
///
/// Each rank of a node maps the chunks of all others, so the first chunks are small: most programs
/// reduce on a communicator or two. Of programs with many, a rank maps few large ones.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "node/own_memory.hpp"
#include "node/slot.hpp"

namespace allfold::node {

/// One of this process's slots.
struct OwnSlot {
  std::int64_t chunk = 0;  ///< offset in own memory
  std::int32_t number = 0;
  std::int32_t slots = 0;  ///< in the chunk
  Slot* slot = nullptr;
};

/// Used by one thread at a time.
class SlotPool {
 public:
  /// Of a chunk of so many slots.
  static constexpr std::size_t chunk_bytes(std::int32_t slots) {
    return static_cast<std::size_t>(slots) * sizeof(Slot);
  }

  /// Chunks with so many slots at most are kept while nobody uses them.
  static constexpr std::int32_t most_unused = 22;

  explicit SlotPool(OwnMemory& own) : own_(own) {}

  /// A slot that begins anew; none if there is no memory.
  [[nodiscard]] std::optional<OwnSlot> take();
  /// Gives back a slot that nobody else has come to.
  void give_back(const OwnSlot& slot);
  /// Gives back a slot that this process has left, with the highest number that it had there. It is
  /// used again when all `ranks` have left it.
  void leave(const OwnSlot& slot, std::uint32_t ranks, std::uint64_t counted);

 private:
  /// Of the first chunk, the second, and all others. A slot is a bit of a number.
  static constexpr std::array<std::int32_t, 3> sizes = {2, 6, 16};
  static_assert(most_unused == sizes[1] + sizes[2],
                "only the first is in use when few communicators are");

  struct Chunk {
    OwnMemory::Chunk memory;
    std::int32_t slots = 0;
    std::uint32_t free = all();  ///< a bit for each slot
    std::uint32_t filled = 0;    ///< the same: has memory

    [[nodiscard]] std::uint32_t all() const { return (1U << slots) - 1; }
    [[nodiscard]] bool is_all_free() const { return free == all(); }
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
  [[nodiscard]] std::int32_t slots_of_free_chunks() const;

  OwnMemory& own_;
  std::vector<Chunk> chunks_;
  std::vector<LeftSlot> left_;
};

}  // namespace allfold::node
