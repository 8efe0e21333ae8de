#include "profile/clock.hpp"

#include <algorithm>
#include <cmath>

namespace allfold::profile {

ClockOffset offset_of(std::span<const Exchange> exchanges) {
  const Exchange& best = *std::ranges::min_element(
      exchanges, {}, [](const Exchange& each) { return each.answered - each.asked; });
  const Nanoseconds half = (best.answered - best.asked) / 2;
  const Nanoseconds middle = best.asked + half;
  return {.at = middle, .value = best.shown - middle, .error = half};
}

Nanoseconds ClockCorrection::corrected(Nanoseconds own) const {
  const Nanoseconds between = end_.at - start_.at;
  if (between <= 0) return own + end_.value;
  const double drift =
      static_cast<double>(end_.value - start_.value) / static_cast<double>(between);
  return own + start_.value + std::llround(drift * static_cast<double>(own - start_.at));
}

Nanoseconds ClockCorrection::error() const { return std::max(start_.error, end_.error); }

}  // namespace allfold::profile
