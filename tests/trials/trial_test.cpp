/// Turns, rounds, and how candidates drop out and win.
#include "trials/trial.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>

#include "trials/simulated.hpp"

namespace allfold::testing {
namespace {

using trials::Aim;
using trials::Method;
using trials::Time;
using trials::Trial;
using trials::WarmUp;

TimeOf exactly(std::vector<Time> times) {
  return [=](std::size_t candidate) { return times[candidate]; };
}

constexpr Method in_succession{.calls_of_turn = 3, .warm_up = WarmUp::each_turn, .most_rounds = 1};
constexpr Method in_rounds{.warm_up = WarmUp::first_turn,
                           .first_turns = 2,
                           .most_rounds = 2,
                           .fewest_calls = 6,
                           .telling_calls = 6};

TEST(Trial, TurnsAreSuccessiveCalls) {
  Trial trial;
  trial.begin(in_succession, 4);
  std::set<std::size_t> candidates;
  while (!trial.is_round_over()) {
    const std::size_t candidate = trial.turn().candidate;
    candidates.insert(candidate);
    for (int visit = 0; visit <= 3; ++visit, trial.pass()) {
      EXPECT_EQ(trial.turn().candidate, candidate);
      EXPECT_EQ(trial.turn().visit, visit);
    }
  }
  EXPECT_EQ(candidates.size(), 4U);
}

TEST(Trial, TheFirstTurnOfEachWarmsUp) {
  Trial trial;
  trial.begin(in_rounds, 2);
  for (int round = 0, visit = 0; round < 2; ++round) {
    for (; !trial.is_round_over(); ++visit)
      for (int i = 0; i < 2; ++i, trial.pass()) EXPECT_EQ(trial.turn().visit, visit);
    for (const std::size_t candidate : {0U, 1U})
      for (int i = 0; i < 6; ++i) trial.add(candidate, 5);
    EXPECT_EQ(visit, round == 0 ? 3 : 7);
    trial.judge();
  }
}

TEST(Trial, OrdersChangeAndAreEqualOnAllRanks) {
  Trial trial;
  Trial other;
  std::set<std::string> orders;
  for (int series = 0; series < 4; ++series) {
    trial.begin(in_succession, 4);
    other.begin(in_succession, 4);
    std::string order;
    for (; !trial.is_round_over(); trial.pass(), other.pass()) {
      EXPECT_EQ(trial.turn().candidate, other.turn().candidate);
      order += std::to_string(trial.turn().candidate);
    }
    orders.insert(order);
  }
  EXPECT_GT(orders.size(), 1U) << "from one trial to the next, too";
}

TEST(Trial, TakesNoMemoryAfterReserving) {
  Trial trial;
  trial.reserve(4, 3);
  trial.begin(in_succession, 4);
  const auto* const first = &trial.time(0);
  trial.begin(in_succession, 4);
  EXPECT_EQ(&trial.time(0), first);
}

TEST(Trial, SumsOfRanksDecide) {
  Trial trial;
  trial.begin(in_succession, 2);
  const std::vector<Time> sums{30, 28, 32, 16, 14, 18};
  for (const std::size_t candidate : {0U, 1U}) trial.add(candidate, 1);
  EXPECT_EQ(trial.summary(), (std::vector<Time>{1, 1, 1, 1, 1, 1}));
  trial.judge(sums, 2);
  EXPECT_EQ(trial.winner(), 1U);
  EXPECT_EQ(trial.time(1).median, 8);
  EXPECT_EQ(trial.time(0).high, 16);
}

TEST(Trial, WhatIsWithdrawnIsNotJudged) {
  Simulated simulated(in_succession, 3);
  for (const std::size_t candidate : {0U, 1U, 2U})
    simulated.trial.add(candidate, static_cast<Time>(30 - 10 * candidate));
  simulated.trial.withdraw(2);
  simulated.trial.judge();
  EXPECT_EQ(simulated.trial.winner(), 1U);
  EXPECT_EQ(simulated.trial.running(), (std::vector<std::size_t>{1, 0}));
}

TEST(Trial, TheMedianCountsOrTheShortestOfFewCalls) {
  Method method = in_succession;
  method.telling_calls = 3;
  Simulated telling(method, 1);
  for (const Time time : {5, 9, 1000}) telling.trial.add(0, time);
  telling.trial.judge();
  EXPECT_EQ(telling.trial.figure(0), 9);
  method.telling_calls = 4;
  Simulated few(method, 1);
  for (const Time time : {5, 9, 1000}) few.trial.add(0, time);
  few.trial.judge();
  EXPECT_EQ(few.trial.figure(0), 5);
}

TEST(Trial, AMarginKeepsTheIncumbent) {
  Method method = in_succession;
  method.percent_to_replace = 95;
  for (const auto& [time, winner] : {std::pair{Time{951}, 0U}, {Time{950}, 0U}, {Time{949}, 1U}}) {
    Simulated simulated(method, 2);
    simulated.run(exactly({1000, time}));
    EXPECT_EQ(simulated.trial.winner(), winner) << time;
  }
}

TEST(Trial, WithTheWinnerAsItsAimHalfDropsOut) {
  Simulated simulated(in_rounds, 6);
  simulated.run_round(exactly({105, 100, 101, 102, 103, 104}));
  EXPECT_EQ(simulated.trial.running(), (std::vector<std::size_t>{1, 2, 0}))
      << "the incumbent takes the last place";
  Simulated far(in_rounds, 6);
  far.run_round(exactly({500, 100, 101, 102, 103, 104}));
  EXPECT_EQ(far.trial.running(), (std::vector<std::size_t>{1, 2, 3, 0})) << "once more";
}

TEST(Trial, WithTimesAsItsAimNothingDropsOutWithinNoise) {
  Method method = in_rounds;
  method.aim = Aim::times;
  method.most_rounds = 0;
  Simulated simulated(method, 4);
  simulated.run(scattered({1000, 1010, 1020, 1030}, 0.2, 1), 2);
  EXPECT_EQ(simulated.trial.running().size(), 4U);
  Simulated slow(method, 4);
  slow.run(scattered({50000, 1000, 1500, 9000}, 0.01, 1), 9);
  EXPECT_EQ(slow.trial.running().front(), 1U);
  EXPECT_EQ(slow.calls[0], slow.calls[1]) << "the incumbent stays";
  EXPECT_EQ(slow.calls[3], 3) << "what is far slower does not";
}

TEST(Trial, EndsEarlyWhereTheFastestIsKnown) {
  Simulated simulated(in_rounds, 3);
  simulated.run(exactly({100, 900, 900}));
  EXPECT_EQ(simulated.all_calls(), 9);
  EXPECT_EQ(simulated.trial.winner(), 0U);
}

TEST(Trial, TakesNoMoreCallsThanItSays) {
  for (std::size_t candidates = 2; candidates <= 8; ++candidates)
    for (unsigned seed = 0; seed < 50; ++seed) {
      Simulated simulated(in_rounds, candidates);
      simulated.run(disturbed(std::vector<Time>(candidates, 10000), 0.5, seed));
      EXPECT_LE(simulated.all_calls(), Trial::most_calls(in_rounds, candidates));
    }
}

}  // namespace
}  // namespace allfold::testing
