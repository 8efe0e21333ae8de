#include "tuning/contradiction.hpp"

#include <algorithm>

#include "tuning/points.hpp"

namespace allfold::tuning {

namespace {

constexpr double step = 1.5;  // more than a longer vector can save if an algorithm has a step

}  // namespace

const rules::MeasuredTime* contradiction_of(const rules::MeasuredTime& time,
                                            const rules::Measurement& point,
                                            const std::vector<rules::Measurement>& all) {
  if (time.number_of_visits() > 1 || time.candidate.is_native()) return nullptr;
  const rules::MeasuredTime* least = nullptr;
  for (const rules::Measurement& other : all) {
    if (other.bytes <= point.bytes || kind_of(other) != kind_of(point)) continue;
    const rules::MeasuredTime* const longer = time_of(time.candidate, other);
    const double slowness =
        std::max(1.0, time_of({}, point)->median() / time_of({}, other)->median());
    if (longer != nullptr && step * slowness * longer->seconds.high < time.seconds.low &&
        (least == nullptr || longer->median() < least->median()))
      least = longer;
  }
  return least;
}

}  // namespace allfold::tuning
