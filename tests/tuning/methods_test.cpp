/// How algorithms are tried: which candidates win in calls whose times vary, and after how many.
#include "tuning/methods.hpp"

#include <gtest/gtest.h>

#include "trials/simulated.hpp"

namespace allfold::testing {
namespace {

using trials::Time;
using tuning::Effort;

constexpr int trials_of_each = 1000;

/// How many of 1000 trials candidate 1 wins, if calls vary by `share`.
int wins_of_1(const trials::Method& method, const std::vector<Time>& times, double share) {
  return wins(1, method, times.size(), trials_of_each,
              [&](unsigned seed) { return disturbed(times, share, seed); });
}

TEST(Online, TheFastestWins) {
  EXPECT_GE(wins_of_1(tuning::online, {12000, 10000, 14000, 15000, 16000, 18000}, 0.05), 950);
  EXPECT_GE(wins_of_1(tuning::online, {15000, 10000, 14000, 15000, 16000, 18000}, 0.2), 950);
  EXPECT_GE(wins_of_1(tuning::online, {15000, 10000}, 0.2), 990);
}

TEST(Online, AnEqualCandidateDoesNotReplaceTheFirst) {
  for (const double share : {0.02, 0.1, 0.5})
    EXPECT_LE(wins_of_1(tuning::online, {10000, 10000}, share), 20) << share;
  int others = 0;
  for (std::size_t candidate = 1; candidate < 6; ++candidate)
    others += wins(candidate, tuning::online, 6, trials_of_each,
                   [](unsigned seed) { return disturbed(std::vector<Time>(6, 10000), 0.2, seed); });
  EXPECT_LE(others, 50);
}

TEST(Offline, FindsTheFastestWithFewTurnsForTheOthers) {
  Simulated simulated(tuning::offline(Effort::many_turns), 6);
  simulated.run(scattered({15000, 90000, 12000, 10000, 30000, 11000}, 0.05, 1));
  EXPECT_TRUE(simulated.trial.is_over());
  EXPECT_EQ(simulated.trial.winner(), 3U);
  EXPECT_EQ(simulated.calls[1], 2) << "what is far behind drops out at once";
  EXPECT_LT(simulated.calls[4], simulated.calls[3]);
}

TEST(Offline, TheFastestWins) {
  for (const Effort effort : {Effort::many_turns, Effort::few_turns}) {
    const trials::Method method = tuning::offline(effort);
    EXPECT_GE(wins_of_1(method, {15000, 10000, 14000, 15000, 16000, 18000}, 0.05), 950);
    EXPECT_LE(wins_of_1(method, {10000, 10000}, 0.1), 50);
  }
}

TEST(Offline, EndsWhereTheFirstWins) {
  Simulated simulated(tuning::offline(Effort::many_turns), 3);
  simulated.run(scattered({10000, 25000, 30000}, 0.01, 1));
  EXPECT_TRUE(simulated.trial.is_over());
  EXPECT_EQ(simulated.trial.winner(), 0U);
  EXPECT_EQ(simulated.calls[0], 6) << "it has an interval";
  EXPECT_EQ(simulated.calls[1], 2);
}

TEST(Offline, EndsWhereCandidatesCannotBeToldApart) {
  Simulated simulated(tuning::offline(Effort::many_turns), 3);
  simulated.run(scattered({10000, 10000, 10000}, 0.05, 1));
  EXPECT_TRUE(simulated.trial.is_over());
  const auto& time = simulated.trial.time(simulated.trial.running().front());
  EXPECT_LT(time.high - time.low, 300);
}

TEST(Offline, HasNotEnoughCallsBeforeSixTurns) {
  Simulated simulated(tuning::offline(Effort::many_turns), 2);
  const TimeOf time = scattered({10000, 15000}, 0.01, 1);
  simulated.run_round(time);
  EXPECT_FALSE(simulated.trial.has_enough_calls());
  EXPECT_FALSE(simulated.trial.is_over());
  simulated.run_round(time);
  EXPECT_TRUE(simulated.trial.has_enough_calls());
  EXPECT_TRUE(simulated.trial.is_over());
}

TEST(Offline, TakesTwoTurnsOfTheFastestWhereCallsAreLong) {
  Simulated simulated(tuning::offline(Effort::few_turns), 6);
  simulated.run(scattered({15000, 10000, 14000, 12500, 13000, 90000}, 0.01, 1));
  EXPECT_EQ(simulated.calls, (std::vector<int>{2, 2, 1, 2, 1, 1}))
      << "and one of the slower half, as the first one stays";
  EXPECT_TRUE(simulated.trial.is_over());
}

TEST(Offline, LongCallsThatAreCloseTakeMoreTurns) {
  Simulated simulated(tuning::offline(Effort::few_turns), 3);
  simulated.run(scattered({15000, 10000, 10100}, 0.1, 1), 3);
  EXPECT_EQ(simulated.calls, (std::vector<int>{4, 4, 4}));
}

TEST(Picoseconds, HaveBounds) {
  EXPECT_EQ(tuning::in_picoseconds(-1), 1);
  EXPECT_EQ(tuning::in_picoseconds(1e-6), 1000000);
  EXPECT_EQ(tuning::in_picoseconds(1e9), 100'000'000'000'000);
  EXPECT_DOUBLE_EQ(tuning::in_seconds({.median = 2000000, .low = 1, .high = 3}).median, 2e-6);
}

}  // namespace
}  // namespace allfold::testing
