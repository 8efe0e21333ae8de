/// @file Waiting: how much of a call's time one rank waits for the last rank to arrive.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "profile/classes.hpp"
#include "profile/clock.hpp"
#include "profile/samples.hpp"

namespace allfold::profile {

/// Seconds of one rank in the calls of one class.
struct Split {
  double known = 0;    ///< in calls that a sample represents
  double waiting = 0;  ///< of these, until the last rank arrived
  std::uint64_t sampled_calls = 0;
};

/// The split of a class whose calls wait for no other rank.
[[nodiscard]] Split without_waiting(const Counted& counted);

/// The splits of all `counted` classes, which Sample::call_class indexes.
///
/// A sampled call waits from its arrival, by the reference clock, until `last`, the arrival of the
/// last rank, but no longer than the call takes. Calls of a class are assumed to wait for the same
/// share of their time as the sampled calls in the same duration class. Nothing is known of
/// duration classes without samples.
[[nodiscard]] std::vector<Split> splits_of(std::span<const Counted> counted,
                                           std::span<const Sample> samples,
                                           std::span<const Nanoseconds> last,
                                           const ClockCorrection& clock);

}  // namespace allfold::profile
