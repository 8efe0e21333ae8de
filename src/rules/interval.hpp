/// @file A median with its confidence interval.
#pragma once

namespace allfold::rules {

/// The median of a sample, and the ends of its 95 % confidence interval.
struct Interval {
  double median = 0;
  double low = 0;
  double high = 0;
};

}  // namespace allfold::rules
