/// @file A median, and how far it can be trusted.
#pragma once

namespace allfold::rules {

/// The median of a sample, and the ends of the 95 % interval for the median of what was sampled.
struct Interval {
  double median = 0;
  double low = 0;
  double high = 0;
};

}  // namespace allfold::rules
