/// @file The median of a sample with its confidence interval.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>

namespace allfold::trials {

/// The median of a sample, and the ends of its 95 % confidence interval.
template <class Number>
struct Interval {
  Number median = 0;
  Number low = 0;
  Number high = 0;
};

/// From so many values on, two of them enclose the median with 95 % confidence.
inline constexpr std::size_t fewest_for_interval = 6;

/// The largest k for which the k-th smallest and the k-th largest of n values enclose the median
/// with 95 % confidence; 1 if there is none. For n above 58 it may be too small by 1. Uses whole
/// numbers only.
[[nodiscard]] std::size_t enclosing_rank(std::size_t n);

/// The median of a sample, which is sorted, with its interval; zeros for an empty sample. The
/// interval lies between two order statistics, so that it assumes nothing about the distribution. A
/// sample of fewer than `fewest_for_interval` values has no such interval; its range is returned
/// instead.
template <class Number>
[[nodiscard]] Interval<Number> interval_of(std::span<Number> sample) {
  if (sample.empty()) return {};
  std::ranges::sort(sample);
  const std::size_t n = sample.size();
  const std::size_t k = enclosing_rank(n);
  return {.median = (sample[(n - 1) / 2] + sample[n / 2]) / 2,
          .low = sample[k - 1],
          .high = sample[n - k]};
}

}  // namespace allfold::trials
