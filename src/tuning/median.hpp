/// @file The median of a sample with its confidence interval.
#pragma once

#include <cstddef>
#include <vector>

#include "rules/interval.hpp"

namespace allfold::tuning {

using trials::fewest_for_interval;

/// The median of a sample with its interval, as trials::interval_of() has it.
[[nodiscard]] rules::Interval median(std::vector<double> sample);

/// The smallest value of a sample such that at least the share `share` of the values does not
/// exceed it; 0 for an empty sample.
[[nodiscard]] double percentile(std::vector<double> sample, double share);

}  // namespace allfold::tuning
