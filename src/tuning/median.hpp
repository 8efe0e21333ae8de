/// @file The median of a sample and how far it can be trusted.
#pragma once

#include <cstddef>
#include <vector>

namespace allfold::tuning {

/// A sample's median with a 95 % confidence interval for the median of what was sampled. The
/// interval lies between two order statistics, so it presumes nothing about the distribution; a
/// sample of fewer than `fewest_for_interval` has no such interval, and its range stands there.
struct Median {
  double value = 0;
  double low = 0;
  double high = 0;
};

inline constexpr std::size_t fewest_for_interval = 6;

[[nodiscard]] Median median(std::vector<double> sample);

/// The least value of a sample that as much of it as `share` does not exceed; 0 of none.
[[nodiscard]] double percentile(std::vector<double> sample, double share);

}  // namespace allfold::tuning
