/// @file Medians of a combination of the times of two candidates, turn by turn.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "tuning/median.hpp"

namespace allfold::tuning {

/// The median of `combine(a, b)`, turn by turn.
template <class Combine>
[[nodiscard]] rules::Interval paired(const std::vector<double>& a, const std::vector<double>& b,
                                     Combine combine) {
  std::vector<double> sample(a.size());
  std::ranges::transform(a, b, sample.begin(), combine);
  return median(std::move(sample));
}

}  // namespace allfold::tuning
