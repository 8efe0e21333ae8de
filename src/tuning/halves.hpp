/// @file Halves: the best of several, chosen by one half of the turns and judged by the other.
#pragma once

#include <vector>

namespace allfold::tuning {

/// By turn, what the best of these took who are given by their times of each turn. In odd turns it
/// is the one of the lowest median in even turns, and the other way round: the lowest of several
/// medians lies below what its contestant takes in other turns, and the more so the more compete
/// and the fewer turns they had.
[[nodiscard]] std::vector<double> best_by_halves(const std::vector<std::vector<double>>& seconds);

}  // namespace allfold::tuning
