/// The clocks of other nodes: their offset and their drift.
#include "profile/clock.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

namespace allfold::profile {
namespace {

constexpr Nanoseconds second = 1'000'000'000;

/// A clock with another starting time, which is fast by some parts per million.
struct SkewedClock {
  Nanoseconds ahead;
  double fast_ppm;
  [[nodiscard]] Nanoseconds at(Nanoseconds time) const {
    return time + ahead + std::llround(fast_ppm * 1e-6 * static_cast<double>(time));
  }
};

TEST(Clock, is_set_by_the_exchange_with_the_shortest_round_trip) {
  const std::array<Exchange, 3> exchanges{{{.asked = 1000, .shown = 91000, .answered = 81000},
                                           {.asked = 90000, .shown = 171000, .answered = 92000},
                                           {.asked = 93000, .shown = 180000, .answered = 99000}}};
  const ClockOffset offset = offset_of(exchanges);
  EXPECT_EQ(offset.at, 91000);
  EXPECT_EQ(offset.value, 80000);
  EXPECT_EQ(offset.error, 1000);
}

TEST(Clock, is_corrected_where_it_began_at_another_time_and_drifts) {
  const SkewedClock skewed{.ahead = 7 * second, .fast_ppm = 50};
  const auto offset_at = [&](Nanoseconds time) {
    const std::array<Exchange, 1> one{
        {{.asked = skewed.at(time - 500), .shown = time, .answered = skewed.at(time + 500)}}};
    return offset_of(one);
  };
  const ClockCorrection clock(offset_at(100 * second), offset_at(3700 * second));
  for (const Nanoseconds time : {100 * second, 1000 * second, 3700 * second, 4000 * second})
    EXPECT_NEAR(static_cast<double>(clock.corrected(skewed.at(time)) - time), 0, 100) << time;
  EXPECT_NEAR(static_cast<double>(clock.error()), 500, 1);
}

TEST(Clock, of_the_node_that_counts_is_not_corrected) {
  EXPECT_EQ(ClockCorrection().corrected(12345), 12345);
}

TEST(Clock, that_was_compared_once_is_shifted_only) {
  const ClockOffset once{.at = 50, .value = -20, .error = 3};
  EXPECT_EQ(ClockCorrection(once, once).corrected(1000), 980);
}

}  // namespace
}  // namespace allfold::profile
