/// @file Waiting: how much of the time of calls one rank spends until the last rank has arrived.
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
  double known = 0;    ///< of calls for which a sample speaks
  double waiting = 0;  ///< of these, until the last rank arrived
  std::uint64_t sampled_calls = 0;
};

/// The split of a class whose calls wait for nobody.
[[nodiscard]] Split without_waiting(const Counted& counted);

/// By Sample::call_class, of as many classes as were counted.
///
/// A sampled call waits from its arrival, by the clock that counts, until `last`, the arrival of the
/// last rank, but not after its end. Calls of a class that took about as long as a sampled one are
/// taken to have the same share of waiting; of the others nothing is known.
[[nodiscard]] std::vector<Split> splits_of(std::span<const Counted> counted,
                                           std::span<const Sample> samples,
                                           std::span<const Nanoseconds> last,
                                           const ClockCorrection& clock);

}  // namespace allfold::profile
