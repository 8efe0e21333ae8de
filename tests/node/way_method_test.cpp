/// How often the fastest of several ways is found in calls whose times vary.
#include <gtest/gtest.h>

#include <array>
#include <utility>
#include <vector>

#include "node/first_way.hpp"
#include "node/way_trials.hpp"
#include "trials/simulated.hpp"

namespace allfold::testing {
namespace {

using trials::Time;

constexpr int trials_of_each = 1000;
constexpr std::array<std::int64_t, 3> lengths{64 << 10, 1 << 20, 8 << 20};

int wins_of_1(std::int64_t bytes, const std::vector<Time>& times, double share) {
  return wins(1, node::WayTrials::method_of(node::class_of(node::everyone, bytes)), times.size(),
              trials_of_each, [&](unsigned seed) { return disturbed(times, share, seed); });
}

TEST(WayMethod, TheFastestWins) {
  for (const std::int64_t bytes : lengths) {
    EXPECT_GE(wins_of_1(bytes, {12000, 10000, 15000, 20000}, 0.02), 950) << bytes;
    EXPECT_GE(wins_of_1(bytes, {15000, 10000, 15000, 20000}, 0.1), 950) << bytes;
  }
}

TEST(WayMethod, AnEqualWayDoesNotReplaceTheFirst) {
  EXPECT_LE(wins_of_1(lengths[0], {10000, 10000}, 0.02), 50);
  EXPECT_LE(wins_of_1(lengths[0], {9800, 10000}, 0.02), 20);
}

// The reason why ways do not win by intervals, as algorithms do: six calls are too few for them.
TEST(WayMethod, AMarginFindsMoreThanIntervalsDo) {
  trials::Method by_intervals =
      node::WayTrials::method_of(node::class_of(node::everyone, lengths[0]));
  by_intervals.percent_to_replace = 0;
  const auto found_by_intervals = [&](const std::vector<Time>& times) {
    return wins(1, by_intervals, 2, trials_of_each,
                [&](unsigned seed) { return disturbed(times, 0.1, seed); });
  };
  EXPECT_GE(wins_of_1(lengths[0], {10000, 8000}, 0.1), 950);
  EXPECT_LE(found_by_intervals({10000, 8000}), 700);
  EXPECT_LE(wins_of_1(lengths[0], {10000, 10000}, 0.1), 250);
  EXPECT_LE(found_by_intervals({10000, 10000}), 10);
}

TEST(WayMethod, TakesFewCalls) {
  for (const auto& [bytes, calls] : {std::pair{lengths[0], 28}, {lengths[1], 20}, {lengths[2], 12}})
    EXPECT_EQ(trials::Trial::most_calls(
                  node::WayTrials::method_of(node::class_of(node::everyone, bytes)), 4),
              calls);
}

}  // namespace
}  // namespace allfold::testing
