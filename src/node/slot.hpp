/// @file Slot: what a rank shares with the other ranks of one communicator, in its own memory.
///
/// Only the owner writes to its slot, except for `departed`. Every flag has its own cache line,
/// since one rank writes it and others poll it.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "node/asked.hpp"
#include "node/way.hpp"
#include "system/processor.hpp"

namespace allfold::node {

inline constexpr std::size_t cache_line = 64;

/// A number that only grows: the call or the cycle that its owner has reached. It also grows from
/// one group to the next: the next group that uses a slot continues to count calls, and cycles are
/// numbered after calls.
using Mark = system::Shared<std::uint64_t>;
static_assert(Mark::is_always_lock_free, "marks are shared between processes");

struct alignas(cache_line) Flag {
  Mark mark = 0;
};

/// The call to which data belongs, and what its owner asked for in that call.
struct CallMark {
  Mark call = 0;
  system::Shared<Signature> signature =
      torn_signature;  ///< stored before `call`, which is released
};

/// How far a rank has come in the cycles of long vectors, and its latest long calls. Calls are
/// stored by the place of their first cycle among the pieces of a staging area.
struct alignas(cache_line) OwnProgress {
  static constexpr std::size_t calls_kept = 3;
  Mark mark = 0;
  std::array<CallMark, calls_kept> calls = {};
};
static_assert(sizeof(OwnProgress) == cache_line, "calls come with the mark");

/// A vector that is short enough to share a cache line with its mark.
struct alignas(cache_line) InlineEntry {
  static constexpr std::size_t most_bytes = 48;
  CallMark call;
  alignas(16) std::array<std::byte, most_bytes> data;
};
static_assert(sizeof(InlineEntry) == cache_line);

/// A short vector with its mark in the cache line before it. Processors fetch that line and the
/// first line of the data together.
template <std::size_t bytes>
struct alignas(cache_line) SeparateEntry {
  static constexpr std::size_t most_bytes = bytes;
  alignas(cache_line) CallMark call;
  alignas(cache_line) std::array<std::byte, bytes> data;
};

/// One rank's vector for one call, as other ranks see it.
struct Entry {
  CallMark* call = nullptr;
  std::byte* data = nullptr;
};

/// Ring depths, by length: by how many calls a rank may be ahead of the readers of what it writes.
/// Allreduce needs only two. In back-to-back Reduces, each further entry saves the other ranks a
/// wait for a late root.
struct Kept {
  std::uint64_t inlined;
  std::uint64_t small;  ///< 0: small vectors use large entries
};
inline constexpr Kept inputs_kept = {.inlined = 128, .small = 64};
inline constexpr Kept relays_kept = {.inlined = 32, .small = 0};
inline constexpr std::uint64_t large_kept = 4;
/// How many of its latest calls a rank remembers: the depth of the deepest ring.
inline constexpr std::uint64_t most_kept = inputs_kept.inlined;
inline constexpr std::size_t small_entry_bytes = 448;

[[nodiscard]] constexpr bool fits_inline(std::int64_t length) {
  return length <= static_cast<std::int64_t>(InlineEntry::most_bytes);
}
[[nodiscard]] constexpr bool fits_small(std::int64_t length) {
  return length <= static_cast<std::int64_t>(small_entry_bytes);
}

/// Where a slot has the entries of its latest calls, for vectors of one length.
struct Ring {
  std::size_t first = 0;   ///< bytes from the slot to the first entry
  std::size_t stride = 0;  ///< bytes from one entry to the next
  std::size_t data = 0;    ///< bytes from an entry to its data
  std::uint64_t last = 0;  ///< number of the last entry; the number of entries is a power of two

  /// After how many calls an entry is overwritten.
  [[nodiscard]] std::uint64_t calls_kept() const { return last + 1; }
  /// Bytes from the slot to the entry of a call.
  [[nodiscard]] std::size_t place(std::uint64_t call) const {
    return first + (call & last) * stride;
  }
};

/// A rank's vectors of its latest calls: up to 48 B in the mark's own cache line, up to 448 B in a
/// small entry, if there are any, and otherwise in a large entry.
template <std::size_t bytes, Kept kept>
struct VectorEntries {
  std::array<InlineEntry, kept.inlined> inlined;
  std::array<SeparateEntry<small_entry_bytes>, kept.small> small;
  std::array<SeparateEntry<bytes>, large_kept> large;

  /// `offset`: bytes from the slot to these entries.
  [[nodiscard]] static constexpr Ring ring(std::int64_t length, std::size_t offset) {
    using Small = SeparateEntry<small_entry_bytes>;
    using Large = SeparateEntry<bytes>;
    if (fits_inline(length))
      return {.first = offset + offsetof(VectorEntries, inlined),
              .stride = sizeof(InlineEntry),
              .data = offsetof(InlineEntry, data),
              .last = kept.inlined - 1};
    if (kept.small > 0 && fits_small(length))
      return {.first = offset + offsetof(VectorEntries, small),
              .stride = sizeof(Small),
              .data = offsetof(Small, data),
              .last = kept.small - 1};
    return {.first = offset + offsetof(VectorEntries, large),
            .stride = sizeof(Large),
            .data = offsetof(Large, data),
            .last = large_kept - 1};
  }
  static_assert(std::has_single_bit(kept.inlined) && std::has_single_bit(large_kept));
  static_assert(kept.small == 0 || std::has_single_bit(kept.small));
};

/// What is counted in the cycles of long vectors.
enum class Progress : std::uint8_t {
  staged,   ///< the cycle's piece of the input is in the staging area
  reduced,  ///< the rank's slice of the cycle's piece is reduced
};
inline constexpr std::size_t progresses = 2;

/// Levels of clusters: within a cache, and within a NUMA node.
inline constexpr std::size_t most_levels = 2;

/// In place of an area's offset: the rank has no memory for an area.
inline constexpr std::int64_t no_area = -1;

/// The buffers that a rank exports in its latest call that reads in place: addresses in its
/// process.
struct alignas(cache_line) Lent {
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
  alignas(cache_line) std::array<std::array<Times, visits>, ways> times = {};
};

/// A slot may be reused. All numbers that an earlier group has left are lower than those that a
/// group waits for, except for what begin_anew() resets.
struct Slot {
  static constexpr std::size_t most_short_bytes = 4096;
  static constexpr std::size_t most_relayed_bytes = 1024;

  using Inputs = VectorEntries<most_short_bytes, inputs_kept>;
  using Relays = VectorEntries<most_relayed_bytes, relays_kept>;

  Inputs input;
  /// Of a leader: the reduction of its cluster's ranks, by level.
  std::array<Relays, most_levels> partials;
  Relays result;  ///< of a leader: the result, for the ranks that it leads
  /// Each by Progress: that of the rank itself, that of all ranks of its cluster of each level, and
  /// that of all ranks. Only leaders of clusters write the latter two.
  std::array<OwnProgress, progresses> own;
  std::array<std::array<Flag, progresses>, most_levels> of_cluster;
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
  alignas(cache_line) CallMark waiting_in;
  /// Those of the latest calls in which this rank could not provide what others expect.
  alignas(cache_line) std::array<Mark, most_kept> failed = {};
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
  alignas(cache_line) system::Shared<std::uint32_t> departed = 0;
  /// Where the owner's staging area is, for its latest long call and later ones. It changes only
  /// after all ranks have finished that call.
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
    return {.call = reinterpret_cast<CallMark*>(at), .data = at + ring.data};
  }

  /// Called for the next group, before any of its ranks accesses the slot.
  void begin_anew() {
    // Relaxed: the other ranks learn of the slot only after this.
    for (Mark* const mark : {&joined.mark, &able.mark, &torn_in.mark, &waiting_in.call,
                             &trials.told.mark, &trials.heard.mark})
      mark->store(0, std::memory_order_relaxed);
    departed.store(0, std::memory_order_relaxed);
    area.store(no_area, std::memory_order_relaxed);
    processor.store(0, std::memory_order_relaxed);
  }
};

}  // namespace allfold::node
