/// @file The median of a sample and how far it can be trusted.
#pragma once

#include <cstddef>
#include <vector>

#include "rules/interval.hpp"

namespace allfold::tuning {

inline constexpr std::size_t fewest_for_interval = 6;

/// A sample's median with its interval; zeros of none. The interval lies between two order
/// statistics, so it presumes nothing about the distribution; a sample of fewer than
/// `fewest_for_interval` has no such interval, and its range stands there.
[[nodiscard]] rules::Interval median(std::vector<double> sample);

/// The least value of a sample that as much of it as `share` does not exceed; 0 of none.
[[nodiscard]] double percentile(std::vector<double> sample, double share);

}  // namespace allfold::tuning
