/// @file Entries: where a rank's slot has the vectors of short calls.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "node/asked.hpp"
#include "system/processor.hpp"

namespace allfold::node {

/// The unit in which vectors are laid out: the shortest cache line of all processors. Longer lines
/// contain several units, which have one writer.
inline constexpr std::size_t cache_line = 64;

/// A number that only grows: the call or the cycle that its owner has reached. It also grows from
/// one group to the next: the next group that uses a slot continues to count calls, and cycles are
/// numbered after calls.
using Mark = system::Shared<std::uint64_t>;

/// The call to which data belongs, and what its owner asked for in that call.
struct CallMark {
  Mark number = 0;
  system::Shared<Signature> signature =
      torn_signature;  ///< stored before `number`, which is released
};

/// A vector that is short enough to share a cache line with its mark.
struct alignas(cache_line) InlineEntry {
  static constexpr std::size_t most_bytes = 48;
  CallMark mark;
  alignas(16) std::array<std::byte, most_bytes> data;
};
static_assert(sizeof(InlineEntry) == cache_line);

/// A short vector with its mark in the cache line before it. Processors fetch that line and the
/// first line of the data together.
template <std::size_t bytes>
struct alignas(cache_line) SeparateEntry {
  static constexpr std::size_t most_bytes = bytes;
  alignas(cache_line) CallMark mark;
  alignas(cache_line) std::array<std::byte, bytes> data;
};

/// One rank's vector for one call, as other ranks see it.
struct Entry {
  CallMark* mark = nullptr;
  std::byte* data = nullptr;
};

/// Ring depths, by length: by how many calls a rank may be ahead of the readers of what it writes.
/// Allreduce needs only two. In back-to-back Reduces, each further entry saves the other ranks a
/// wait for a late root.
struct RingDepths {
  std::uint64_t inlined;
  std::uint64_t small;  ///< 0: small vectors use large entries
};
inline constexpr RingDepths input_depths = {.inlined = 128, .small = 64};
inline constexpr RingDepths relay_depths = {.inlined = 32, .small = 0};
inline constexpr std::uint64_t large_depth = 4;
/// How many of its latest calls a rank remembers: the depth of the deepest ring.
inline constexpr std::uint64_t calls_remembered = input_depths.inlined;
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
template <std::size_t bytes, RingDepths depths>
struct VectorEntries {
  std::array<InlineEntry, depths.inlined> inlined;
  std::array<SeparateEntry<small_entry_bytes>, depths.small> small;
  std::array<SeparateEntry<bytes>, large_depth> large;

  /// `offset`: bytes from the slot to these entries.
  [[nodiscard]] static constexpr Ring ring(std::int64_t length, std::size_t offset) {
    using Small = SeparateEntry<small_entry_bytes>;
    using Large = SeparateEntry<bytes>;
    if (fits_inline(length))
      return {.first = offset + offsetof(VectorEntries, inlined),
              .stride = sizeof(InlineEntry),
              .data = offsetof(InlineEntry, data),
              .last = depths.inlined - 1};
    if (depths.small > 0 && fits_small(length))
      return {.first = offset + offsetof(VectorEntries, small),
              .stride = sizeof(Small),
              .data = offsetof(Small, data),
              .last = depths.small - 1};
    return {.first = offset + offsetof(VectorEntries, large),
            .stride = sizeof(Large),
            .data = offsetof(Large, data),
            .last = large_depth - 1};
  }
  static_assert(std::has_single_bit(depths.inlined) && std::has_single_bit(large_depth));
  static_assert(depths.small == 0 || std::has_single_bit(depths.small));
};

}  // namespace allfold::node
