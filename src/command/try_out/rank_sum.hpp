/// @file Rank sum: whether two samples differ by more than chance.
#pragma once

#include <cstddef>
#include <vector>

namespace allfold::command::try_out {

/// The probability that the ranks of two samples of one distribution differ as much as those of `a` and
/// `b`, or more, in either direction: exact, by all ways to divide the values into two samples (Wilcoxon
/// 1945; Mann and Whitney 1947); equal values share their ranks. 3 values against 3 give 0.1 at
/// least. 1 if a sample is empty.
[[nodiscard]] double chance_of_ranks(const std::vector<double>& a, const std::vector<double>& b);

/// Whether they differ by more than chance: its probability is at most 0.05, or 0.1 where so few values
/// reach no less, as 3 against 3 whose ranges do not meet.
[[nodiscard]] bool differ_by_more_than_chance(const std::vector<double>& a,
                                              const std::vector<double>& b);

/// Whether samples of these sizes could, whatever their values are.
[[nodiscard]] bool could_differ(std::size_t a, std::size_t b);

}  // namespace allfold::command::try_out
