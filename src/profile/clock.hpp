/// @file The clock of a profile, and the correction of the clocks of different nodes.
#pragma once

#include <chrono>
#include <cstdint>
#include <span>

namespace allfold::profile {

using Nanoseconds = std::int64_t;

/// Nanoseconds of a monotonic clock that all processes of a node share.
[[nodiscard]] inline Nanoseconds now() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

/// One query of the reference rank's clock: when it was sent and answered by the own clock, and the
/// reference clock's reading in between.
struct Exchange {
  Nanoseconds asked = 0;
  Nanoseconds shown = 0;
  Nanoseconds answered = 0;
};

/// The difference from the own clock to the reference clock at one time.
struct ClockOffset {
  Nanoseconds at = 0;     ///< by the own clock
  Nanoseconds value = 0;  ///< to be added to the own clock
  Nanoseconds error = 0;  ///< upper bound on the error of `value`
};

/// Uses the exchange with the shortest round trip, which bounds the error. `exchanges` must not be
/// empty.
[[nodiscard]] ClockOffset offset_of(std::span<const Exchange> exchanges);

/// Converts the own clock to the reference clock, by two offsets and a constant drift rate.
class ClockCorrection {
 public:
  /// No correction: the own clock is the reference.
  ClockCorrection() = default;
  ClockCorrection(const ClockOffset& start, const ClockOffset& end) : start_(start), end_(end) {}

  [[nodiscard]] Nanoseconds corrected(Nanoseconds own) const;
  [[nodiscard]] Nanoseconds error() const;

 private:
  ClockOffset start_;
  ClockOffset end_;
};

}  // namespace allfold::profile
