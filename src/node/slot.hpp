/// @file Slot: what the ranks of one communicator share, a slot for each rank in its own memory.
///
/// Only its owner writes to a slot, but for `departed`. Every flag has a cache line to itself: it
/// is written by one rank and polled by others.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

namespace allfold::node {

inline constexpr std::size_t cache_line = 64;

/// A number that only grows: of the call, or the step, that its owner has come to.
using Mark = std::atomic<std::uint64_t>;
static_assert(Mark::is_always_lock_free, "marks are shared between processes");

struct alignas(cache_line) Flag {
  Mark mark = 0;
};

/// A vector short enough to share its cache line with the mark that says whose call's it is.
struct alignas(cache_line) Letter {
  static constexpr std::size_t most_bytes = 48;
  Mark call = 0;
  alignas(16) std::array<std::byte, most_bytes> data;
};
static_assert(sizeof(Letter) == cache_line);

/// Room for a short vector, with its mark in the line before: that one and the first of the data
/// come together.
template <std::size_t bytes>
struct alignas(cache_line) Room {
  static constexpr std::size_t most_bytes = bytes;
  Flag call;
  alignas(cache_line) std::array<std::byte, bytes> data;
};

/// A vector of one rank as others see it, for one call.
struct Box {
  Mark* call = nullptr;
  std::byte* data = nullptr;
};

/// So many calls a rank may be ahead of those that read what it writes. Two would do for Allreduce;
/// in a row of Reduces, each further one saves the others a wait for a root that is late.
inline constexpr std::uint64_t calls_of_letters = 32;
inline constexpr std::uint64_t calls_of_notes = 16;
inline constexpr std::uint64_t calls_of_rooms = 4;
inline constexpr std::size_t note_bytes = 448;

[[nodiscard]] constexpr bool fits_letter(std::int64_t length) {
  return length <= static_cast<std::int64_t>(Letter::most_bytes);
}
[[nodiscard]] constexpr bool fits_note(std::int64_t length) {
  return length <= static_cast<std::int64_t>(note_bytes);
}

/// What a rank shows of a vector, for each of the latest calls: as a letter, in a small room (a
/// note, if it has those), or in a room.
template <std::size_t bytes, std::uint64_t notes_kept>
struct Shelf {
  std::array<Letter, calls_of_letters> letters;
  std::array<Room<note_bytes>, notes_kept> notes;
  std::array<Room<bytes>, calls_of_rooms> rooms;

  /// For so many calls what was written in the box stays there.
  [[nodiscard]] static std::uint64_t calls_kept(std::int64_t length) {
    if (fits_letter(length)) return calls_of_letters;
    return notes_kept > 0 && fits_note(length) ? notes_kept : calls_of_rooms;
  }
  [[nodiscard]] Box box(std::uint64_t call, std::int64_t length) {
    if (fits_letter(length)) {
      Letter& letter = letters[call % calls_of_letters];
      return {.call = &letter.call, .data = letter.data.data()};
    }
    if constexpr (notes_kept > 0)
      if (fits_note(length)) return box_of(notes[call % notes_kept]);
    return box_of(rooms[call % calls_of_rooms]);
  }

 private:
  template <std::size_t size>
  static Box box_of(Room<size>& room) {
    return {.call = &room.call.mark, .data = room.data.data()};
  }
};

/// What is counted in the steps of long vectors.
enum class Progress : std::uint8_t {
  staged,   ///< the step's piece of the input lies in the staging area
  reduced,  ///< the rank's slice of the step's piece is reduced
};
inline constexpr std::size_t progresses = 2;

/// Of clusters of ranks: within a cache, and within the memory of a NUMA node.
inline constexpr std::size_t most_levels = 2;

/// Instead of an area's offset: the rank has no memory for one.
inline constexpr std::int64_t no_area = -1;

struct Slot {
  static constexpr std::size_t most_short_bytes = 4096;
  static constexpr std::size_t most_relayed_bytes = 1024;

  using Inputs = Shelf<most_short_bytes, calls_of_notes>;
  using Relays = Shelf<most_relayed_bytes, 0>;

  Inputs input;
  /// Of a leader: the reduction of its cluster's ranks, by level.
  std::array<Relays, most_levels> partials;
  Relays result;  ///< of a leader: the result, for those that it leads
  /// By Progress: the rank's own, that of all ranks of its cluster of each level, and that of all
  /// ranks. The latter two are kept by leaders of clusters.
  std::array<Flag, progresses> own;
  std::array<std::array<Flag, progresses>, most_levels> of_cluster;
  std::array<Flag, progresses> of_all;
  Flag done;  ///< the last call after which nothing of others is read
  /// Of the latest calls, those in which this rank could not give what others expect of it.
  alignas(cache_line) std::array<Mark, calls_of_letters> failed = {};
  /// Ranks of the communicator that will never touch this slot again. Each adds itself.
  alignas(cache_line) std::atomic<std::uint32_t> departed = 0;
  /// Where the owner's staging area is, for its latest long call and those after it. It changes
  /// when all ranks are done with that call.
  std::atomic<std::int64_t> area = no_area;
};

/// Staging memory for long vectors: pieces of the owner's input, and of the result the slices that
/// it reduced, for so many steps.
struct Area {
  static constexpr std::uint64_t steps = 3;
  static constexpr std::size_t piece_bytes = std::size_t{256} << 10;
  static constexpr std::size_t slice_bytes = std::size_t{132} << 10;

  alignas(cache_line) std::array<std::array<std::byte, piece_bytes>, steps> pieces;
  alignas(cache_line) std::array<std::array<std::byte, slice_bytes>, steps> slices;

  [[nodiscard]] std::byte* piece(std::uint64_t step) { return pieces[step % steps].data(); }
  [[nodiscard]] std::byte* slice(std::uint64_t step) { return slices[step % steps].data(); }
};

}  // namespace allfold::node
