/// @file Memory copies that are fast on the processor in use.
#pragma once

#include <cstddef>
#include <cstdint>

#include "system/processor.hpp"

namespace allfold::system {

/// Shorter copies, in bytes, are made by memcpy on all processors.
inline constexpr std::size_t least_bytes_of_long_copy = 1024;

/// How a longer vector is copied.
///
/// - `at_once`: one rep movsb, which writes whole cache lines without reading them first. It is
///   faster in memory that other ranks read: a store to a line that another core has read fetches
///   the line first (on an AMD EPYC of 2024 that makes stores 5 times slower).
/// - `in_pieces`: ordinary stores. On an AMD EPYC of 2021, rep movsb is 20 times slower if the two
///   addresses differ by 16 modulo 4096, as those of a page and of a long vector from malloc do.
///
/// Processors other than x86 have no such instruction. There all copies are in pieces, whose lines
/// are prefetched.
///
/// Measurements: bench/notes/shared-memory.md.
enum class LongCopy : std::uint8_t {
  in_pieces,  ///< by the C library, in pieces so short that it uses stores
  at_once,    ///< by rep movsb
};

/// Whether this processor has one instruction for a copy. Otherwise `at_once` is one memcpy.
#if defined(__x86_64__)
inline constexpr bool copies_by_one_instruction = true;
#else
inline constexpr bool copies_by_one_instruction = false;
#endif

/// The faster way, given the durations of both in nanoseconds, of copies within the L1 cache.
[[nodiscard]] LongCopy better_long_copy(std::int64_t in_pieces, std::int64_t at_once);

/// The faster way, by where the destination lies relative to the source, modulo the page size.
struct LongCopies {
  LongCopy ahead;   ///< ahead of the source, by at most half a page
  LongCopy behind;  ///< behind it by less than half a page, or at the same offset
};
/// Measured at the first call, which takes about 10 µs, where there is a choice.
[[nodiscard]] const LongCopies& long_copies();

/// Which cores have used the lines that are written. A store to a line that another core has read
/// waits until that core has given it up, so copies in pieces prefetch the lines of the next piece.
enum class Lines : std::uint8_t {
  own,          ///< this core, or none
  others_read,  ///< other cores have read them since the last write, as in shared memory
};

struct LongCopying {
  LongCopy way;
  Lines lines = Lines::own;
};
/// into = from. The two must not overlap.
void copy_long(const LongCopying& how, void* into, const void* from, std::size_t bytes);
/// The same, by the way that is faster for these two addresses.
void copy_long(Lines lines, void* into, const void* from, std::size_t bytes);

/// into = from. The two must not overlap. Short copies use memcpy, longer ones copy_long(), and a few
/// bytes are copied without a function call.
inline void copy(void* into, const void* from, std::size_t bytes, Lines lines = Lines::own) {
  if (bytes <= most_bytes_of_few) return copy_few(into, from, bytes);
  if (bytes >= least_bytes_of_long_copy) return copy_long(lines, into, from, bytes);
  // If GCC knows an upper bound of the length, it may inline rep movsb, whose start-up cost exceeds
  // the rest of a short call.
  asm("" : "+r"(bytes));
  copy_bytes(into, from, bytes);
}

}  // namespace allfold::system
