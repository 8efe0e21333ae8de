/// @file Chance: whether runs with Allfold differ from native ones by more than chance.
#pragma once

#include <cstddef>
#include <vector>

namespace allfold::command::try_out {

/// One quantity, such as the seconds of a kind of calls, run by run.
struct RunByRun {
  std::vector<double> native;
  std::vector<double> allfold;
};

/// For each of the quantities: the probability that, if it makes no difference how a run is made, some
/// quantity differs as clearly as this one, or more clearly, in either direction. All have the same runs. 1
/// for everything if there are no runs in one of the ways.
///
/// A permutation test: the runs are divided into two groups in all ways, of which the one that was made is as
/// probable as any other, whatever the distribution of the times is, and however quantities depend on each
/// other (Fisher 1935; for several quantities Westfall and Young 1993, section 4.2: step-down, with the
/// greatest of all as the statistic). 3 runs against 3 give 0.1 at least, for any number of quantities. If
/// there are more than 10000 ways, so many are drawn, always the same ones.
[[nodiscard]] std::vector<double> chances_of(const std::vector<RunByRun>& quantities);

/// Which of them differ by more than chance: its probability is at most 0.05, or 0.1 where so few runs reach
/// no less, as 3 against 3. So a quantity is said to grow though none changes in 2.5 or 5 of 100 tries.
[[nodiscard]] std::vector<bool> differ_by_more_than_chance(const std::vector<RunByRun>& quantities);

/// Whether so many runs could, whatever their times are.
[[nodiscard]] bool could_differ(std::size_t native, std::size_t allfold);

}  // namespace allfold::command::try_out
