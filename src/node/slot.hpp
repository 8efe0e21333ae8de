/// @file Slot: what the ranks of one communicator share, a slot for each rank in its own memory.
///
/// Only its owner writes to a slot, but for `departed`. Every flag has a cache line to itself: it
/// is written by one rank and polled by others.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

#include "node/asked.hpp"
#include "node/way.hpp"

namespace allfold::node {

inline constexpr std::size_t cache_line = 64;

/// A number that only grows: of the call, or the cycle, that its owner has come to. It grows from
/// group to group, too: the next group that uses a slot counts calls on, and a call's cycles are
/// numbered after the call.
using Mark = std::atomic<std::uint64_t>;
static_assert(Mark::is_always_lock_free, "marks are shared between processes");

struct alignas(cache_line) Flag {
  Mark mark = 0;
};

/// Which call something is of, and what its owner asked for in that call.
struct CallMark {
  Mark call = 0;
  std::atomic<Signature> signature = torn_signature;  ///< set before the call, which is released
};

/// How far a rank has come in the cycles of long vectors, and its latest long calls, by the place of
/// their first cycle among the pieces of a staging area.
struct alignas(cache_line) OwnProgress {
  static constexpr std::size_t calls_kept = 3;
  Mark mark = 0;
  std::array<CallMark, calls_kept> calls = {};
};
static_assert(sizeof(OwnProgress) == cache_line, "calls come with the mark");

/// A vector short enough to share its cache line with the mark that says whose call's it is.
struct alignas(cache_line) InlineEntry {
  static constexpr std::size_t most_bytes = 48;
  CallMark call;
  alignas(16) std::array<std::byte, most_bytes> data;
};
static_assert(sizeof(InlineEntry) == cache_line);

/// Room for a short vector, with its mark in the line before: that one and the first of the data
/// come together.
template <std::size_t bytes>
struct alignas(cache_line) SeparateEntry {
  static constexpr std::size_t most_bytes = bytes;
  alignas(cache_line) CallMark call;
  alignas(cache_line) std::array<std::byte, bytes> data;
};

/// A vector of one rank as others see it, for one call.
struct Entry {
  CallMark* call = nullptr;
  std::byte* data = nullptr;
};

/// How many calls a rank may be ahead of those that read what it writes, by length. Two would do for
/// Allreduce; in back-to-back Reduces each further one saves the others a wait for a late root.
struct Kept {
  std::uint64_t inlined;
  std::uint64_t small;  ///< none: small vectors are kept as large ones
};
inline constexpr Kept inputs_kept = {.inlined = 128, .small = 64};
inline constexpr Kept relays_kept = {.inlined = 32, .small = 0};
inline constexpr std::uint64_t large_kept = 4;
/// A rank remembers what its latest calls were, as many as the entries that are kept longest.
inline constexpr std::uint64_t most_kept = inputs_kept.inlined;
inline constexpr std::size_t small_entry_bytes = 448;

[[nodiscard]] constexpr bool fits_inline(std::int64_t length) {
  return length <= static_cast<std::int64_t>(InlineEntry::most_bytes);
}
[[nodiscard]] constexpr bool fits_small(std::int64_t length) {
  return length <= static_cast<std::int64_t>(small_entry_bytes);
}

/// What a rank shows of a vector, for each of the latest calls: up to 48 B in the mark's own cache
/// line, up to 448 B in a small entry, if there are such, otherwise in a large one.
template <std::size_t bytes, Kept kept>
struct VectorEntries {
  std::array<InlineEntry, kept.inlined> inlined;
  std::array<SeparateEntry<small_entry_bytes>, kept.small> small;
  std::array<SeparateEntry<bytes>, large_kept> large;

  /// For so many calls what was written in the entry stays there.
  [[nodiscard]] static std::uint64_t calls_kept(std::int64_t length) {
    if (fits_inline(length)) return kept.inlined;
    return kept.small > 0 && fits_small(length) ? kept.small : large_kept;
  }
  [[nodiscard]] Entry entry(std::uint64_t call, std::int64_t length) {
    if (fits_inline(length)) {
      InlineEntry& entry = inlined[call % kept.inlined];
      return {.call = &entry.call, .data = entry.data.data()};
    }
    if constexpr (kept.small > 0)
      if (fits_small(length)) return entry_in(small[call % kept.small]);
    return entry_in(large[call % large_kept]);
  }

 private:
  template <std::size_t size>
  static Entry entry_in(SeparateEntry<size>& entry) {
    return {.call = &entry.call, .data = entry.data.data()};
  }
};

/// What is counted in the cycles of long vectors.
enum class Progress : std::uint8_t {
  staged,   ///< the cycle's piece of the input lies in the staging area
  reduced,  ///< the rank's slice of the cycle's piece is reduced
};
inline constexpr std::size_t progresses = 2;

/// Of clusters of ranks: within a cache, and within the memory of a NUMA node.
inline constexpr std::size_t most_levels = 2;

/// Instead of an area's offset: the rank has no memory for one.
inline constexpr std::int64_t no_area = -1;

/// Where a rank's vectors of its latest call that is not staged lie in its process's memory.
struct alignas(cache_line) Lent {
  std::atomic<std::uintptr_t> input = 0;
  std::atomic<std::uintptr_t> result = 0;
  /// The latest call in which this rank could not read all that others had lent, and up to which
  /// element it has reduced its share of that call's.
  Mark refused = 0;
  std::atomic<std::int64_t> reduced_to = 0;
};

/// When this rank's calls on trial began and ended, by way and visit: nanoseconds of the node's clock.
struct Trials {
  static constexpr std::size_t visits = 6;
  struct Times {
    std::atomic<std::int64_t> begun = 0;
    std::atomic<std::int64_t> ended = 0;
  };
  Flag told;   ///< how many times this rank has told of its trials
  Flag heard;  ///< how many times it has read what the others told
  alignas(cache_line) std::array<std::array<Times, visits>, ways> times = {};
};

/// Other groups may have used it before: what they left is below all that a group looks for, but for
/// what begin_anew() sets.
struct Slot {
  static constexpr std::size_t most_short_bytes = 4096;
  static constexpr std::size_t most_relayed_bytes = 1024;

  using Inputs = VectorEntries<most_short_bytes, inputs_kept>;
  using Relays = VectorEntries<most_relayed_bytes, relays_kept>;

  Inputs input;
  /// Of a leader: the reduction of its cluster's ranks, by level.
  std::array<Relays, most_levels> partials;
  Relays result;  ///< of a leader: the result, for those that it leads
  /// By Progress: the rank's own, that of all ranks of its cluster of each level, and that of all
  /// ranks. The latter two are kept by leaders of clusters.
  std::array<OwnProgress, progresses> own;
  std::array<std::array<Flag, progresses>, most_levels> of_cluster;
  std::array<Flag, progresses> of_all;
  Lent lent;
  Trials trials;
  Flag done;  ///< the last call after which nothing of others is read
  /// The latest call in which the owner waited so long that it looked whether others wait in another
  /// one. The number of the call is 0 while the rest changes.
  alignas(cache_line) CallMark waiting_in;
  /// Of the latest calls, those in which this rank could not give what others expect of it.
  alignas(cache_line) std::array<Mark, most_kept> failed = {};
  /// How the owner has come to the group: not yet, as a member, or not.
  Flag joined;
  static constexpr std::uint64_t is_member = 1, is_no_member = 2;
  /// Before which call, and there in which round, the owner has told whether it could do its part:
  /// see Group::are_all_able().
  Flag able;
  /// The latest call in which the owner saw that ranks asked for different things.
  Flag torn_in;
  /// Ranks of the communicator that will never touch this slot again. Each adds itself.
  alignas(cache_line) std::atomic<std::uint32_t> departed = 0;
  /// Where the owner's staging area is, for its latest long call and those after it. It changes
  /// when all ranks are done with that call.
  std::atomic<std::int64_t> area = no_area;
  /// The latest call in which some of those that read the owner's area may not have mapped it yet, or
  /// in which it has none; and the latest of these after which they know where it is.
  Mark introduced = 0, settled = 0;
  /// The latest call with such areas of others, twice its number, and one more if this rank has not
  /// found all that it reads.
  Mark found = 0;
  /// Where the owner was last seen to run, as the system counts processors, from 1; 0: not known.
  std::atomic<int> processor = 0;
  /// For the owner: no call that a group has left here is above this, where no group uses the slot.
  std::uint64_t counted = 0;

  /// For the next group, before any of its ranks comes here.
  void begin_anew() {
    // Relaxed: the others are told of the slot after this.
    for (Mark* const mark : {&joined.mark, &able.mark, &torn_in.mark, &waiting_in.call,
                             &trials.told.mark, &trials.heard.mark})
      mark->store(0, std::memory_order_relaxed);
    departed.store(0, std::memory_order_relaxed);
    area.store(no_area, std::memory_order_relaxed);
    processor.store(0, std::memory_order_relaxed);
  }
};

}  // namespace allfold::node
