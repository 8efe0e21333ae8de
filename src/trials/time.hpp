/// @file Times of trials.
#pragma once

#include <cstdint>
#include <limits>

namespace allfold::trials {

/// A time in whole units, which the user of a trial chooses: nanoseconds or picoseconds. Whole
/// numbers leave the program's floating-point flags alone, and their sums do not depend on the
/// order. At most 10¹⁵, so that percentages do not overflow.
using Time = std::int64_t;
/// Longer than all others.
inline constexpr Time never = std::numeric_limits<Time>::max();

/// Whether `time` is below `percent` percent of `of`. Either may be `never`.
[[nodiscard]] constexpr bool is_below(std::int64_t percent, Time of, Time time) {
  return time != never && (of == never || time * 100 < of * percent);
}

}  // namespace allfold::trials
