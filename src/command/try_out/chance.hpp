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

/// For each quantity: the probability that some quantity differs at least as clearly as this one, in
/// either direction, if Allfold changes none of them. All quantities are of the same runs. The
/// probabilities are 1 if there are no native runs, or none with Allfold.
///
/// This is a permutation test over all divisions of the runs into two groups of these sizes. If Allfold
/// changes nothing, all divisions are equally probable, for any distribution of the times and any
/// dependence between quantities (Fisher 1935). For several quantities it is the step-down test with
/// the maximum as the statistic (Westfall and Young 1993, section 4.2). 3 runs against 3 give at least
/// 0.1. Of more than 10000 divisions, 10000 are drawn, always the same ones.
[[nodiscard]] std::vector<double> chances_of(const std::vector<RunByRun>& quantities);

/// Whether each quantity differs by more than chance: the probability is at most 0.05. If so few runs
/// cannot reach 0.05, as 3 against 3, it is at most 0.1. If Allfold changes nothing, some quantity seems
/// to grow in 2.5 % of all tries, or in 5 %.
[[nodiscard]] std::vector<bool> differ_by_more_than_chance(const std::vector<RunByRun>& quantities);

/// Whether times exist for which quantities of so many runs differ by more than chance.
[[nodiscard]] bool could_differ(std::size_t native, std::size_t allfold);

}  // namespace allfold::command::try_out
