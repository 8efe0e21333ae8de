/// @file Halves: the best of several, chosen by one half of the turns and judged by the other.
#pragma once

#include <vector>

namespace allfold::tuning {

/// By turn, the time of the best contestant; `seconds` has the times of each contestant by turn.
/// For odd turns the best is the contestant with the lowest median in even turns, and vice versa.
/// This is because the lowest of several medians is below what its contestant takes in other turns:
/// the more so, the more contestants there are and the fewer turns they have.
[[nodiscard]] std::vector<double> best_by_halves(const std::vector<std::vector<double>>& seconds);

}  // namespace allfold::tuning
