/// @file Rank-sum test: whether two samples differ by more than chance.
#pragma once

#include <cstddef>
#include <vector>

namespace allfold::command::try_out {

/// Two-sided p-value of the rank-sum test (Wilcoxon 1945; Mann and Whitney 1947): the probability
/// that two samples of one distribution differ by at least as much as `a` and `b`. It is exact, by
/// counting all ways to divide the values into two samples. Equal values share their ranks. Two
/// samples of 3 values give at least 0.1. Returns 1 if a sample is empty.
[[nodiscard]] double chance_of_ranks(const std::vector<double>& a, const std::vector<double>& b);

/// Whether the p-value is at most 0.05. If samples of these sizes cannot reach 0.05, 0.1 is used:
/// this allows two samples of 3 values, if their ranges do not overlap.
[[nodiscard]] bool differ_by_more_than_chance(const std::vector<double>& a,
                                              const std::vector<double>& b);

/// Whether any two samples of these sizes could differ by more than chance.
[[nodiscard]] bool could_differ(std::size_t a, std::size_t b);

}  // namespace allfold::command::try_out
