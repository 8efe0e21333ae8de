/// @file The clock of a profile, and the correction of what the clocks of other nodes show.
#pragma once

#include <chrono>
#include <cstdint>
#include <span>

namespace allfold::profile {

using Nanoseconds = std::int64_t;

/// Never goes back, and is one clock for all processes of a node.
[[nodiscard]] inline Nanoseconds now() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

/// A question to the rank whose clock counts: when it was asked and answered by the own clock, and
/// what that rank's clock showed in between.
struct Exchange {
  Nanoseconds asked = 0;
  Nanoseconds shown = 0;
  Nanoseconds answered = 0;
};

/// What has to be added to the own clock to get the one that counts, as found at some time.
struct ClockOffset {
  Nanoseconds at = 0;     ///< by the own clock
  Nanoseconds value = 0;  ///< to be added
  Nanoseconds error = 0;  ///< the value is not farther off than this
};

/// By the exchange with the shortest round trip, of at least one: the answer was given within it.
[[nodiscard]] ClockOffset offset_of(std::span<const Exchange> exchanges);

/// Corrects what the own clock shows: by two offsets, between and beyond which the clocks drift
/// apart at a constant rate.
class ClockCorrection {
 public:
  /// The own clock counts.
  ClockCorrection() = default;
  ClockCorrection(const ClockOffset& start, const ClockOffset& end) : start_(start), end_(end) {}

  [[nodiscard]] Nanoseconds corrected(Nanoseconds own) const;
  [[nodiscard]] Nanoseconds error() const;

 private:
  ClockOffset start_;
  ClockOffset end_;
};

}  // namespace allfold::profile
