#include "tuning/contradiction.hpp"

#include <algorithm>
#include <tuple>

namespace allfold::tuning {

namespace {

constexpr double step = 1.5;  // more than a longer vector saves where an algorithm has a step

auto kind_of(const rules::Measurement& point) {
  return std::tuple(point.collective, point.operation, point.ranks, point.ranks_per_node);
}

}  // namespace

const rules::MeasuredTime* contradiction_of(const rules::MeasuredTime& time,
                                            const rules::Measurement& point,
                                            const std::vector<rules::Measurement>& all) {
  if (time.visits > 1 || time.candidate.kernel == nullptr) return nullptr;
  const rules::MeasuredTime* least = nullptr;
  for (const rules::Measurement& other : all) {
    if (other.bytes <= point.bytes || kind_of(other) != kind_of(point)) continue;
    const auto longer =
        std::ranges::find(other.times, time.candidate, &rules::MeasuredTime::candidate);
    if (longer != other.times.end() && step * longer->high < time.low &&
        (least == nullptr || longer->median < least->median))
      least = &*longer;
  }
  return least;
}

}  // namespace allfold::tuning
