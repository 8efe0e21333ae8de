/// Successive halving: how many turns each candidate gets, and which is chosen.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <utility>
#include <vector>

#include "tuning/halving.hpp"

namespace allfold::tuning {
namespace {

/// Times that vary by `noise` around the time of each candidate.
class Noise {
 public:
  Noise(std::vector<double> seconds, double share) : seconds_(std::move(seconds)), share_(share) {}
  double operator()(std::size_t candidate) {
    return seconds_[candidate] * std::lognormal_distribution(0.0, share_)(random_);
  }

 private:
  std::vector<double> seconds_;
  double share_;
  std::mt19937 random_{1};  // NOLINT(cert-msc32-c,cert-msc51-cpp): the same in each run
};

/// Runs rounds until it is settled, up to this many; returns the number of turns of each candidate.
std::vector<int> race(Halving& halving, std::size_t candidates, Noise noise, int rounds = 30) {
  std::vector<int> turns(candidates, 0);
  for (int round = 0; round < rounds && !halving.is_settled(); ++round) {
    const int next = halving.next_turns();
    for (const std::size_t candidate : halving.running()) {
      std::vector<double> seconds(static_cast<std::size_t>(next));
      std::ranges::generate(seconds, [&] { return noise(candidate); });
      turns[candidate] += next;
      halving.add(candidate, seconds);
    }
    halving.judge();
  }
  return turns;
}

TEST(Halving, FindsTheQuickestWithFewTurnsForTheOthers) {
  Halving halving(6, 0);
  const std::vector<int> turns = race(halving, 6, Noise({1.5, 9, 1.2, 1, 3, 1.1}, 0.05));
  EXPECT_TRUE(halving.is_settled());
  EXPECT_EQ(halving.running().front(), 3U);
  EXPECT_EQ(turns[1], 2) << "what is far behind drops out at once";
  EXPECT_LT(turns[2], turns[3]);
  EXPECT_LE(halving.running().size(), 2U);
}

TEST(Halving, KeepsTheFinalist) {
  Halving halving(3, 0);
  const std::vector<int> turns = race(halving, 3, Noise({50, 1, 2}, 0.01));
  EXPECT_EQ(turns[0], turns[1]);
  EXPECT_EQ(halving.running(), (std::vector<std::size_t>{1, 0}));
}

TEST(Halving, EndsWhereTheFinalistWins) {
  Halving halving(3, 0);
  race(halving, 3, Noise({1, 2, 3}, 0.01));
  EXPECT_TRUE(halving.is_settled());
  EXPECT_EQ(halving.running(), std::vector<std::size_t>{0});
}

TEST(Halving, EndsWhereCandidatesCannotBeToldApart) {
  Halving halving(3, 0);
  race(halving, 3, Noise({1, 1, 1}, 0.05));
  EXPECT_TRUE(halving.is_settled());
  const rules::Interval time = halving.time(halving.running().front());
  EXPECT_LT(time.high - time.low, 0.03);
}

TEST(Halving, DropsNobodyWithinNoise) {
  Halving halving(4, 0);
  race(halving, 4, Noise({1, 1.01, 1.02, 1.03}, 0.2), 2);
  EXPECT_EQ(halving.running().size(), 4U);
}

TEST(Halving, TakesTwoTurnsOfTheQuickestWhereCallsAreLong) {
  Halving halving(6, 0, Pace::sparing);
  EXPECT_EQ(halving.next_turns(), 1);
  const std::vector<int> turns = race(halving, 6, Noise({1.5, 1, 1.4, 1.25, 1.3, 9}, 0.01));
  EXPECT_EQ(turns, (std::vector<int>{2, 2, 1, 2, 2, 1})) << "and one of the slower half";
  EXPECT_TRUE(halving.is_settled());
}

TEST(Halving, TakesMoreTurnsOfLongCallsThatAreClose) {
  Halving halving(3, 0, Pace::sparing);
  const std::vector<int> turns = race(halving, 3, Noise({1.5, 1, 1.05}, 0.02));
  EXPECT_GT(turns[2], 2) << "two do not show the noise";
  Halving close(3, 0, Pace::sparing);
  EXPECT_EQ(race(close, 3, Noise({1.5, 1, 1.01}, 0.1), 3), (std::vector<int>{4, 4, 4}));
}

TEST(Halving, HasNoIntervalsBeforeSixTurns) {
  Halving halving(2, 0);
  race(halving, 2, Noise({1, 2}, 0.01), 1);
  EXPECT_FALSE(halving.has_intervals());
  EXPECT_FALSE(halving.is_settled());
  race(halving, 2, Noise({1, 2}, 0.01), 1);
  EXPECT_TRUE(halving.has_intervals());
}

}  // namespace
}  // namespace allfold::tuning
