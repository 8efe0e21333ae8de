#include "tuning/contradiction.hpp"

#include <algorithm>
#include <tuple>

namespace allfold::tuning {

namespace {

constexpr double step = 1.5;  // more than a longer vector saves where an algorithm has a step

double native_seconds(const rules::Measurement& point) {
  return std::ranges::find(point.times, rules::RuledKernel{}, &rules::MeasuredTime::candidate)
      ->median;
}

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
    const double slowness = std::max(1.0, native_seconds(point) / native_seconds(other));
    if (longer != other.times.end() && step * slowness * longer->high < time.low &&
        (least == nullptr || longer->median < least->median))
      least = &*longer;
  }
  return least;
}

}  // namespace allfold::tuning
