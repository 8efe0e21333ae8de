/// @file Slot: what a rank shares with the other ranks of one communicator, in its column of an
/// extent.
///
/// Only the owner writes to its slot, except for `departed`. Every flag has its own cache line,
/// since one rank writes it and others poll it. The owner constructs the slot before any other rank
/// accesses it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <new>

#include "node/entries.hpp"
#include "node/extent.hpp"
#include "node/hierarchy.hpp"
#include "node/way.hpp"
#include "system/platform.hpp"
#include "system/processor.hpp"

namespace allfold::node {

inline constexpr std::size_t flag_line = system::longest_cache_line;

struct alignas(flag_line) Flag {
  Mark mark = 0;
};

/// How far a rank has come in the cycles of long vectors, and its latest long calls. Calls are
/// stored by the place of their first cycle among the pieces of a staging area.
struct alignas(flag_line) OwnProgress {
  static constexpr std::size_t calls_kept = 3;
  Mark mark = 0;
  std::array<CallMark, calls_kept> calls = {};
};
static_assert(offsetof(OwnProgress, calls) + sizeof(OwnProgress::calls) <= cache_line,
              "calls come with the mark");

/// What is counted in the cycles of long vectors.
enum class Progress : std::uint8_t {
  staged,   ///< the cycle's piece of the input is in the staging area
  reduced,  ///< the rank's slice of the cycle's piece is reduced
};
inline constexpr std::size_t progresses = 2;

/// In place of an area's offset: the rank has no memory for an area, or it is its first one.
inline constexpr std::int64_t no_area = -1, first_area = 0;

/// The buffers that a rank exports in its latest call that reads in place: addresses in its
/// process.
struct alignas(flag_line) Lent {
  system::Shared<std::uintptr_t> input = 0;
  system::Shared<std::uintptr_t> result = 0;
  /// The latest call in which this rank was refused a read, and up to which element it has reduced
  /// its share of that call.
  Mark refused = 0;
  system::Shared<std::int64_t> reduced_to = 0;
};

/// When this rank's calls on trial began and ended, by way and visit, in nanoseconds of the node's
/// clock.
struct Trials {
  static constexpr std::size_t visits = 6;
  struct Times {
    system::Shared<std::int64_t> begun = 0;
    system::Shared<std::int64_t> ended = 0;
  };
  Flag told;   ///< how often this rank has published its times
  Flag heard;  ///< how often this rank has read the times of all others
  alignas(flag_line) std::array<std::array<Times, visits>, ways> times = {};
};

/// A slot may be reused. All numbers that an earlier group has left are lower than those that a
/// group waits for, except for what begin_anew() resets.
struct Slot {
  static constexpr std::size_t most_short_bytes = 4096;
  static constexpr std::size_t most_relayed_bytes = 1024;

  using Inputs = VectorEntries<most_short_bytes, input_depths>;
  using Relays = VectorEntries<most_relayed_bytes, relay_depths>;

  Inputs input;
  /// Of a leader: the reduction of its cluster's ranks, by level.
  std::array<Relays, most_levels_of_all_calls> partials;
  Relays result;  ///< of a leader: the result, for the ranks that it leads
  /// Each by Progress: that of the rank itself, that of all ranks of its cluster of each level, and
  /// that of all ranks. Only leaders of clusters write the latter two.
  std::array<OwnProgress, progresses> own;
  std::array<std::array<Flag, progresses>, most_levels_of_all_calls> of_cluster;
  std::array<Flag, progresses> of_all;
  /// How far the owner has come in the cycles of calls by levels: its part of a level is reduced,
  /// and then it has the result there.
  std::array<Flag, most_levels + 1> reduced_at;
  std::array<Flag, most_levels> complete_at;
  Lent lent;
  Trials trials;
  Flag done;  ///< the latest call that the owner has ended
  /// The latest call in which the owner has waited so long that it checked whether others wait in
  /// another call. The call number is 0 while the signature changes.
  alignas(flag_line) CallMark waiting_in;
  /// Those of the latest calls in which this rank could not provide what others expect: twice the
  /// number of the call, plus 1 if ranks asked for different things.
  alignas(flag_line) std::array<Mark, calls_remembered> failed = {};
  /// Whether the owner has joined the group: 0 if not known yet, otherwise one of the values below.
  Flag joined;
  static constexpr std::uint64_t is_member = 1, is_no_member = 2;
  /// The call, and the round before it, for which the owner has said whether it is able to do its
  /// part: see Group::are_all_able().
  Flag able;
  /// The latest call in which the owner saw that ranks asked for different things.
  Flag torn_in;
  /// The number of ranks of the communicator that will never access this slot again. Each rank adds
  /// 1.
  alignas(flag_line) system::Shared<std::uint32_t> departed = 0;
  /// Where the owner's first staging area is. Does not change while a group uses the slot.
  PlaceOfArea place_of_first_area = {};
  /// The owner's staging area for its latest long call and later ones: its offset, `first_area`, or
  /// `no_area`. It changes only after all ranks have finished that call.
  system::Shared<std::int64_t> area = no_area;
  /// `introduced`: the latest call in which a reader may not have mapped the owner's area yet, or
  /// the owner has none. `settled`: the latest such call in which the owner's area is final.
  Mark introduced = 0, settled = 0;
  /// The owner's answer as a reader in the latest call with new areas: twice the call's number,
  /// plus 1 if it has not found all areas that it reads.
  Mark found = 0;
  /// The processor on which the owner was last seen to run, counted from 1; 0 if not known.
  system::Shared<int> processor = 0;
  /// Used by the owner, while no group uses the slot: no call number in this slot is higher.
  std::uint64_t counted = 0;

  /// Where vectors of a length are: inputs, the partial results of a level, and results.
  [[nodiscard]] static Ring inputs(std::int64_t length) {
    return Inputs::ring(length, offsetof(Slot, input));
  }
  [[nodiscard]] static Ring partial_results(std::size_t level, std::int64_t length) {
    return Relays::ring(length, offsetof(Slot, partials) + level * sizeof(Relays));
  }
  [[nodiscard]] static Ring results(std::int64_t length) {
    return Relays::ring(length, offsetof(Slot, result));
  }
  [[nodiscard]] Entry entry(const Ring& ring, std::uint64_t call) {
    std::byte* const at = reinterpret_cast<std::byte*>(this) + ring.place(call);
    return {.mark = reinterpret_cast<CallMark*>(at), .data = at + ring.data};
  }

  /// Called for the next group, before any of its ranks accesses the slot.
  void begin_anew() {
    // Relaxed: the other ranks learn of the slot only after this.
    for (Mark* const mark : {&joined.mark, &able.mark, &torn_in.mark, &waiting_in.number,
                             &trials.told.mark, &trials.heard.mark})
      mark->store(0, std::memory_order_relaxed);
    departed.store(0, std::memory_order_relaxed);
    area.store(no_area, std::memory_order_relaxed);
    processor.store(0, std::memory_order_relaxed);
  }
};

/// The slot that its owner has constructed in this memory.
[[nodiscard]] inline Slot* slot_at(std::byte* memory) {
  return std::launder(reinterpret_cast<Slot*>(memory));
}

}  // namespace allfold::node
