#include "tuning/median.hpp"

#include <algorithm>
#include <cmath>

namespace allfold::tuning {
namespace {

// The largest k for which the k-th smallest and the k-th largest of n enclose the median with 95 %
// confidence: the number of values below the median is binomial (n, 1/2), and k is the first number
// that the lower 2.5 % do not reach. 1 if there is no such pair.
std::size_t enclosing_rank(std::size_t n) {
  const auto size = static_cast<double>(n);
  double below = 0;
  std::size_t k = 0;
  while (2 * k < n) {
    const auto chosen = static_cast<double>(k);
    const double log_ways =
        std::lgamma(size + 1) - std::lgamma(chosen + 1) - std::lgamma(size - chosen + 1);
    below += std::exp(log_ways - size * std::log(2.0));
    if (below > 0.025) break;
    ++k;
  }
  return std::max<std::size_t>(k, 1);
}

}  // namespace

rules::Interval median(std::vector<double> sample) {
  if (sample.empty()) return {};
  std::ranges::sort(sample);
  const std::size_t n = sample.size();
  const std::size_t k = enclosing_rank(n);
  return {.median = (sample[(n - 1) / 2] + sample[n / 2]) / 2,
          .low = sample[k - 1],
          .high = sample[n - k]};
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
