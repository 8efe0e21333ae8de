#include "tuning/median.hpp"

#include <algorithm>
#include <cmath>
#include <span>

namespace allfold::tuning {
rules::Interval median(std::vector<double> sample) {
  return trials::interval_of(std::span(sample));
}

double percentile(std::vector<double> sample, double share) {
  if (sample.empty()) return 0;
  constexpr double rounding = 1e-9;
  const auto rank =
      static_cast<std::size_t>(std::ceil(share * static_cast<double>(sample.size()) - rounding));
  const auto place =
      sample.begin() + static_cast<std::ptrdiff_t>(std::max<std::size_t>(rank, 1)) - 1;
  std::ranges::nth_element(sample, place);
  return *place;
}

}  // namespace allfold::tuning
