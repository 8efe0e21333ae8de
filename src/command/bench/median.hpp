/// @file The median of a sample and how far it can be trusted.
#pragma once

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

namespace allfold::bench {

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

/// The median of `combine(a, b)`, turn by turn.
template <class Combine>
[[nodiscard]] Median paired(const std::vector<double>& a, const std::vector<double>& b,
                            Combine combine) {
  std::vector<double> sample(a.size());
  std::ranges::transform(a, b, sample.begin(), combine);
  return median(std::move(sample));
}

}  // namespace allfold::bench
