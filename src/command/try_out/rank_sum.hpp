/// @file Rank sum: whether two samples differ by more than chance.
#pragma once

#include <vector>

namespace allfold::command::try_out {

/// The probability that the ranks of two samples of one distribution differ as much as those of `a` and
/// `b`, or more, in either direction: exact, by all ways to divide the values into two samples (Wilcoxon
/// 1945; Mann and Whitney 1947); equal values share their ranks. 3 values against 3 give 0.1 at
/// least. 1 if a sample is empty.
[[nodiscard]] double chance_of_ranks(const std::vector<double>& a, const std::vector<double>& b);

/// From which probability on two samples are taken to be alike.
inline constexpr double most_chance = 0.1;

}  // namespace allfold::command::try_out
