/// @file Points: what measurements have in common, and the times in them.
#pragma once

#include <algorithm>
#include <tuple>

#include "rules/rules.hpp"

namespace allfold::tuning {

/// What one rule is for: all of a point but its length.
[[nodiscard]] inline auto kind_of(const rules::Measurement& point) {
  return std::tuple(point.collective, point.operation, point.ranks, point.ranks_per_node);
}

/// Which point it is.
[[nodiscard]] inline auto subject_of(const rules::Measurement& point) {
  return std::tuple_cat(kind_of(point), std::tuple(point.bytes));
}
using Subject = decltype(subject_of({}));

/// Null if the candidate was not measured there.
[[nodiscard]] inline const rules::MeasuredTime* time_of(const rules::RuledKernel& candidate,
                                                        const rules::Measurement& point) {
  const auto found = std::ranges::find(point.times, candidate, &rules::MeasuredTime::candidate);
  return found == point.times.end() ? nullptr : &*found;
}

}  // namespace allfold::tuning
