#include "command/try_out/chance.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <random>

#include "tuning/median.hpp"

namespace allfold::command::try_out {

namespace {

/// For each run whether it is made with Allfold: 0 or 1.
using Division = std::vector<std::uint8_t>;

constexpr std::size_t most_ways = 10000;

/// The number of divisions of a + b runs, or a number above most_ways.
std::size_t ways_to_divide(std::size_t a, std::size_t b) {
  std::size_t ways = 1;
  for (std::size_t i = 1; i <= b && ways <= most_ways; ++i) ways = ways * (a + i) / i;
  return ways;
}

/// All divisions, or a sample of many; the first is the one that was made.
std::vector<Division> divisions_of(std::size_t native, std::size_t allfold) {
  Division division(native + allfold);
  std::fill(division.begin() + static_cast<std::ptrdiff_t>(native), division.end(),
            std::uint8_t{1});
  std::vector<Division> all{division};
  if (ways_to_divide(native, allfold) <= most_ways) {
    while (std::next_permutation(division.begin(), division.end())) all.push_back(division);
    return all;
  }
  std::mt19937_64 random(1);  // NOLINT(cert-msc32-c,cert-msc51-cpp): the same divisions each time
  while (all.size() < most_ways) {
    std::shuffle(division.begin(), division.end(), random);
    all.push_back(division);
  }
  return all;
}

/// The values as multiples of their median. Values of disturbed runs are moved to three times the
/// median distance from the median.
std::vector<double> usual_values(const RunByRun& quantity) {
  std::vector<double> values = quantity.native;
  values.insert(values.end(), quantity.allfold.begin(), quantity.allfold.end());
  const double median = tuning::median(values).median;
  std::vector<double> distances;
  distances.reserve(values.size());
  for (const double value : values) distances.push_back(std::abs(value - median));
  const double most = 3 * tuning::median(distances).median;
  for (double& value : values)
    value = (median > 0 ? 1 / median : 1) * std::clamp(value, median - most, median + most);
  return values;
}

/// The difference between the groups of a division, in one quantity.
struct GroupDifference {
  double of_means = 0;
  double spread = 0;  ///< standard deviation around the two means
};

GroupDifference difference_in(const std::vector<double>& values, const Division& division) {
  std::array<double, 2> sum = {};
  double squares = 0;
  std::array<double, 2> runs = {};
  for (std::size_t i = 0; i < values.size(); ++i) {
    sum.at(division[i]) += values[i];
    runs.at(division[i]) += 1;
    squares += values[i] * values[i];
  }
  const double around = squares - sum[0] * sum[0] / runs[0] - sum[1] * sum[1] / runs[1];
  return {.of_means = sum[1] / runs[1] - sum[0] / runs[0],
          .spread = std::sqrt(std::max(around, 0.0) / static_cast<double>(values.size()))};
}

constexpr double most_chance = 0.05;
constexpr double most_chance_of_few = 0.1;

/// The probability for runs that do not overlap, in either direction.
double least_chance(std::size_t a, std::size_t b) {
  return a == 0 || b == 0 ? 1 : 2.0 / static_cast<double>(ways_to_divide(a, b));
}

/// The clarity of differences: the difference over the sum of the quantity's own spread and the usual
/// spread of all quantities. The spread of few runs alone is sometimes far too small.
class Clarity {
 public:
  Clarity(const std::vector<RunByRun>& quantities, const Division& made) {
    for (const RunByRun& quantity : quantities) values_.push_back(usual_values(quantity));
    usual_spread_ = usual_spread_of(differences_in(made));
  }

  /// The clarity of each quantity. If some quantities differ, their spreads are too large in all
  /// divisions but the one that was made, hence the minimum.
  [[nodiscard]] std::vector<double> in(const Division& division) const {
    const std::vector<GroupDifference> differences = differences_in(division);
    const double usual = std::min(usual_spread_, usual_spread_of(differences));
    std::vector<double> clarities;
    clarities.reserve(differences.size());
    for (const GroupDifference& each : differences)
      clarities.push_back(std::abs(each.of_means) / (each.spread + usual));
    return clarities;
  }

 private:
  [[nodiscard]] std::vector<GroupDifference> differences_in(const Division& division) const {
    std::vector<GroupDifference> differences;
    differences.reserve(values_.size());
    for (const std::vector<double>& values : values_)
      differences.push_back(difference_in(values, division));
    return differences;
  }

  static double usual_spread_of(const std::vector<GroupDifference>& differences) {
    std::vector<double> spreads;
    spreads.reserve(differences.size());
    for (const GroupDifference& each : differences) spreads.push_back(each.spread);
    constexpr double least = 1e-6;
    return tuning::median(spreads).median + least;
  }

  std::vector<std::vector<double>> values_;
  double usual_spread_ = 0;  ///< in the division that was made
};

}  // namespace

std::vector<double> chances_of(const std::vector<RunByRun>& quantities) {
  std::vector<double> chances(quantities.size(), 1);
  if (quantities.empty() || quantities.front().native.empty() || quantities.front().allfold.empty())
    return chances;
  const std::vector<Division> divisions =
      divisions_of(quantities.front().native.size(), quantities.front().allfold.size());
  const Clarity clarity(quantities, divisions.front());
  const std::vector<double> made = clarity.in(divisions.front());
  std::vector<std::size_t> order(quantities.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, {}, [&](std::size_t i) { return made[i]; });

  // In the order of ascending clarity: quantities that differ more clearly are taken to differ, and do
  // not count.
  std::vector<int> as_clear(quantities.size());
  for (const Division& division : divisions) {
    const std::vector<double> clarities = clarity.in(division);
    double greatest = 0;
    for (const std::size_t i : order) {
      constexpr double rounding = 1e-9;
      greatest = std::max(greatest, clarities[i]);
      as_clear[i] += static_cast<int>(greatest >= made[i] * (1 - rounding));
    }
  }
  double greatest = 0;
  std::ranges::reverse(order);
  for (const std::size_t i : order) {
    greatest = std::max(greatest, as_clear[i] / static_cast<double>(divisions.size()));
    chances[i] = greatest;
  }
  return chances;
}

std::vector<bool> differ_by_more_than_chance(const std::vector<RunByRun>& quantities) {
  std::vector<bool> differ;
  if (quantities.empty()) return differ;
  const RunByRun& runs = quantities.front();
  const bool are_few = least_chance(runs.native.size(), runs.allfold.size()) > most_chance;
  for (const double chance : chances_of(quantities))
    differ.push_back(chance <= (are_few ? most_chance_of_few : most_chance));
  return differ;
}

bool could_differ(std::size_t native, std::size_t allfold) {
  return least_chance(native, allfold) <= most_chance_of_few;
}

}  // namespace allfold::command::try_out
