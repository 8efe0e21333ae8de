/// @file Points: what identifies measurements, and the times in them.
#pragma once

#include <algorithm>
#include <tuple>

#include "rules/rules.hpp"

namespace allfold::tuning {

using rules::kind_of;
using rules::Subject;
using rules::subject_of;

/// The time of a candidate at a point; null if it was not measured there.
[[nodiscard]] inline const rules::MeasuredTime* time_of(const rules::RuledKernel& candidate,
                                                        const rules::Measurement& point) {
  const auto found = std::ranges::find(point.times, candidate, &rules::MeasuredTime::candidate);
  return found == point.times.end() ? nullptr : &*found;
}

}  // namespace allfold::tuning
