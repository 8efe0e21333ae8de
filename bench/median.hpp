/// @file The median of a sample and how far it can be trusted.
#pragma once

#include <vector>

namespace allfold::bench {

/// A sample's median with a 95 % confidence interval for the median of what was sampled. The
/// interval lies between two order statistics, so it presumes nothing about the distribution; a
/// sample of fewer than 6 has no such interval, and its range stands there instead.
struct Median {
  double value = 0;
  double low = 0;
  double high = 0;
};

Median median(std::vector<double> sample);

inline bool overlap(const Median& a, const Median& b) { return a.low <= b.high && b.low <= a.high; }

}  // namespace allfold::bench
