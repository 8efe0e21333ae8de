/// @file Copies of memory, in the way that suits the processor.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace allfold::system {

/// Shorter vectors are copied in one way on all processors.
inline constexpr std::size_t least_bytes_of_long_copy = 1024;

/// How a longer vector is copied.
///
/// One instruction (rep movsb) writes whole cache lines. Stores read each line first, if another
/// processor has read it since it was written, as is so in memory that ranks share: 32 KiB are
/// written there at 38 GB/s at once and at 7 by stores, or 9 if lines are asked for ahead, on an AMD
/// EPYC of 2024, and at 15 and 9 or 12.5 on an Intel Xeon of 2024. On an AMD EPYC of 2021 the instruction takes 20 times as long where the
/// addresses differ, modulo 4096, by 16: as those of a page, and of a long vector from malloc, do.
enum class LongCopy : std::uint8_t {
  in_pieces,  ///< by the C library, a few at a time, which it copies by stores
  at_once,    ///< by one instruction
};

/// The better one, by the nanoseconds that copies within the first-level cache take.
[[nodiscard]] LongCopy better_long_copy(std::int64_t in_pieces, std::int64_t at_once);

/// Which is better for two addresses, by where the one that is written lies in its page.
struct LongCopies {
  LongCopy ahead;   ///< before the other, by less than half a page
  LongCopy behind;  ///< behind the other, or at the same place
};
/// As was found out at the first call, in some ten microseconds.
[[nodiscard]] const LongCopies& long_copies();

/// Who has used the lines that are written. A store to a line that another processor has read waits
/// until it is taken from there: copies in pieces ask for those of the next piece ahead.
enum class Lines : std::uint8_t {
  own,          ///< or nobody's
  others_read,  ///< since they were written last, as in memory that ranks share
};

struct LongCopying {
  LongCopy way;
  Lines lines = Lines::own;
};
/// into = from. The two do not overlap.
void copy_long(const LongCopying& how, void* into, const void* from, std::size_t bytes);
/// The same by the better way.
void copy_long(Lines lines, void* into, const void* from, std::size_t bytes);

/// into = from. The two do not overlap.
inline void copy(void* into, const void* from, std::size_t bytes, Lines lines = Lines::own) {
  if (bytes >= least_bytes_of_long_copy) return copy_long(lines, into, from, bytes);
  if (bytes == 0) return;  // there may be no memory at all
  // If GCC knows the greatest length, it copies with such an instruction itself, which for short
  // vectors takes longer to begin than all the rest of a call.
  asm("" : "+r"(bytes));
  std::memcpy(into, from, bytes);
}

}  // namespace allfold::system
