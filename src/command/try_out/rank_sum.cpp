#include "command/try_out/rank_sum.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>

namespace allfold::command::try_out {

namespace {

/// Twice the rank of each value among all values, starting at 2. Equal values get the mean of their
/// ranks.
std::vector<std::size_t> doubled_ranks(const std::vector<double>& values) {
  std::vector<std::size_t> ranks;
  for (const double value : values) {
    const auto below = std::ranges::count_if(values, [&](double other) { return other < value; });
    const auto equal = std::ranges::count(values, value);
    ranks.push_back(static_cast<std::size_t>(2 * below + equal + 1));
  }
  return ranks;
}

constexpr double most_chance = 0.05;
constexpr double most_chance_of_few = 0.1;

/// The p-value of samples that do not overlap.
double least_chance(std::size_t a, std::size_t b) {
  std::vector<double> low(a);
  std::vector<double> high(b);
  std::iota(low.begin(), low.end(), 0);
  std::iota(high.begin(), high.end(), static_cast<double>(a));
  return chance_of_ranks(low, high);
}

}  // namespace

double chance_of_ranks(const std::vector<double>& a, const std::vector<double>& b) {
  if (a.empty() || b.empty()) return 1;
  std::vector<double> all = a;
  all.insert(all.end(), b.begin(), b.end());
  const std::vector<std::size_t> ranks = doubled_ranks(all);

  std::size_t sum = 0;
  std::size_t sum_of_a = 0;
  for (std::size_t i = 0; i < ranks.size(); ++i) {
    sum += ranks[i];
    if (i < a.size()) sum_of_a += ranks[i];
  }
  // ways[k][s]: the number of choices of k values whose ranks have the sum s.
  std::vector<std::vector<double>> ways(a.size() + 1, std::vector<double>(sum + 1));
  ways[0][0] = 1;
  for (const std::size_t rank : ranks)
    for (std::size_t k = a.size(); k > 0; --k)
      for (std::size_t s = sum; s >= rank; --s) ways[k][s] += ways[k - 1][s - rank];

  const double mean = static_cast<double>(sum * a.size()) / static_cast<double>(all.size());
  const double distance = std::abs(static_cast<double>(sum_of_a) - mean);
  constexpr double rounding = 1e-9;
  double total = 0;
  double as_far = 0;
  for (std::size_t s = 0; s <= sum; ++s) {
    total += ways[a.size()][s];
    if (std::abs(static_cast<double>(s) - mean) >= distance - rounding) as_far += ways[a.size()][s];
  }
  return as_far / total;
}

bool could_differ(std::size_t a, std::size_t b) { return least_chance(a, b) <= most_chance_of_few; }

bool differ_by_more_than_chance(const std::vector<double>& a, const std::vector<double>& b) {
  const bool are_few = least_chance(a.size(), b.size()) > most_chance;
  return chance_of_ranks(a, b) <= (are_few ? most_chance_of_few : most_chance);
}

}  // namespace allfold::command::try_out
