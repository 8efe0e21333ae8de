/// @file A median with its confidence interval.
#pragma once

#include "trials/interval.hpp"

namespace allfold::rules {

/// The median of a sample, and the ends of its 95 % confidence interval.
using Interval = trials::Interval<double>;

}  // namespace allfold::rules
