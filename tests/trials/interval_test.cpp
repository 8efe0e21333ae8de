/// Medians and their intervals, by whole numbers only.
#include "trials/interval.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <random>
#include <vector>

namespace allfold::trials {
namespace {

/// The probability that fewer than `k` of n values are below the median.
double lower_tail(std::size_t n, std::size_t k) {
  const auto size = static_cast<double>(n);
  double sum = 0;
  for (std::size_t i = 0; i < k; ++i) {
    const auto chosen = static_cast<double>(i);
    sum += std::exp(std::lgamma(size + 1) - std::lgamma(chosen + 1) -
                    std::lgamma(size - chosen + 1) - size * std::log(2.0));
  }
  return sum;
}

TEST(Interval, EnclosesTheMedianIn95PercentOfAllSamples) {
  constexpr double tail = 0.025;
  for (std::size_t n = fewest_for_interval; n <= 3000; ++n) {
    const std::size_t k = enclosing_rank(n);
    EXPECT_LE(lower_tail(n, k), tail) << n;
    const std::size_t wider_by = n <= 58 ? 1 : 2;
    EXPECT_GT(lower_tail(n, k + wider_by), tail) << n << ": could be shorter";
  }
  for (std::size_t n = 1; n < fewest_for_interval; ++n) EXPECT_EQ(enclosing_rank(n), 1U) << n;
}

TEST(Interval, IsOfOrderStatistics) {
  std::vector<std::int64_t> times{7, 1, 5, 3, 9, 11, 13};
  const Interval<std::int64_t> odd = interval_of(std::span(times));
  EXPECT_EQ(odd.median, 7);
  EXPECT_EQ(odd.low, 1);
  EXPECT_EQ(odd.high, 13);
  std::vector even{4.0, 1.0, 2.0, 8.0};
  EXPECT_EQ(interval_of(std::span(even)).median, 3);
  EXPECT_EQ(interval_of(std::span(even)).high, 8);
  std::vector<std::int64_t> ten{1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
  EXPECT_EQ(interval_of(std::span(ten)).low, 2) << "one value on each side may be left out";
  EXPECT_EQ(interval_of(std::span(ten)).high, 9);
}

TEST(Interval, OfNoValuesIsZero) {
  std::vector<std::int64_t> none;
  EXPECT_EQ(interval_of(std::span(none)).high, 0);
}

}  // namespace
}  // namespace allfold::trials
