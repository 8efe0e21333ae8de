#include "tuning/halves.hpp"

#include <algorithm>
#include <array>

#include "tuning/median.hpp"

namespace allfold::tuning {

namespace {

/// The median of the turns `first`, `first` + 2, ...
double median_of_half(const std::vector<double>& seconds, std::size_t first) {
  std::vector<double> half;
  for (std::size_t turn = first; turn < seconds.size(); turn += 2) half.push_back(seconds[turn]);
  return median(std::move(half)).median;
}

}  // namespace

std::vector<double> best_by_halves(const std::vector<std::vector<double>>& seconds) {
  std::array<const std::vector<double>*, 2> judged = {};
  for (std::size_t half = 0; half < judged.size(); ++half)
    judged[half] = &*std::ranges::min_element(
        seconds, {}, [&](const auto& contestant) { return median_of_half(contestant, 1 - half); });
  std::vector<double> best;
  for (std::size_t turn = 0; turn < seconds.front().size(); ++turn)
    best.push_back((*judged[turn % 2])[turn]);
  return best;
}

}  // namespace allfold::tuning
