/// @file The median of a sample with its confidence interval.
#pragma once

#include <cstddef>
#include <vector>

#include "rules/interval.hpp"

namespace allfold::tuning {

inline constexpr std::size_t fewest_for_interval = 6;

/// The median of a sample with its interval; zeros for an empty sample. The interval lies between
/// two order statistics, so that it assumes nothing about the distribution. A sample of fewer than
/// `fewest_for_interval` values has no such interval; its range is returned instead.
[[nodiscard]] rules::Interval median(std::vector<double> sample);

/// The smallest value of a sample such that at least the share `share` of the values does not
/// exceed it; 0 for an empty sample.
[[nodiscard]] double percentile(std::vector<double> sample, double share);

}  // namespace allfold::tuning
