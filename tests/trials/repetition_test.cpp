/// When candidates are tried, checked, and tried again.
#include "trials/repetition.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace allfold::trials {
namespace {

using Due = Repetition::Due;
constexpr Repetition::CallsBetweenChecks between{.at_first = 32, .at_most = 128};
constexpr std::uint64_t first = 2;

/// Makes calls until something is due, and returns their number without the last one.
int until(Due due, Repetition& repetition, int most = 100000) {
  for (int calls = 0; calls < most; ++calls)
    if (repetition.next(first) == due) return calls;
  return most;
}

/// A class of calls with this choice, of whose trial the latest call was the last one.
Repetition chosen(std::size_t candidate, const Repetition::Times& found) {
  Repetition repetition;
  EXPECT_EQ(until(Due::trial, repetition), 2);
  repetition.pass(Due::trial);
  EXPECT_FALSE(repetition.choose(candidate, found, between));
  return repetition;
}

TEST(Repetition, TrialsBeginAfterTheFirstCalls) {
  Repetition repetition;
  EXPECT_FALSE(repetition.has_choice());
  for (int call = 0; call < 2; ++call) EXPECT_EQ(repetition.next(first), Due::nothing);
  EXPECT_EQ(repetition.next(first), Due::trial);
  EXPECT_EQ(repetition.next(first), Due::trial) << "until it is made";
}

TEST(Repetition, ChecksBecomeRarerAsLongAsNothingChanges) {
  Repetition repetition = chosen(1, {2000, 1000, never, never});
  for (const int calls : {32, 64, 128}) {
    EXPECT_EQ(until(Due::check, repetition), calls);
    repetition.pass(Due::check);
    repetition.check(1000, between);
  }
  EXPECT_EQ(until(Due::trial, repetition), 26) << "that after 256 calls comes first";
}

TEST(Repetition, TrialsAreRepeatedRarely) {
  Repetition repetition = chosen(1, {2000, 1000, never, never});
  std::vector<int> numbers;
  for (int call = 4; call < 70000; ++call) {
    const Due due = repetition.next(first);
    if (due == Due::nothing) continue;
    repetition.pass(due);
    if (due == Due::check) {
      repetition.check(1000, between);
      continue;
    }
    numbers.push_back(call);
    EXPECT_TRUE(repetition.choose(1, {2000, 1000, never, never}, between));
  }
  EXPECT_EQ(numbers, (std::vector<int>{257, 4097, 65537}));
}

TEST(Repetition, ATrialIsRepeatedIfTheTimesHaveDrifted) {
  for (const auto& [time, has_drifted] :
       {std::pair{Time{1400}, false}, {Time{1500}, true}, {Time{700}, false}, {Time{660}, true}}) {
    Repetition repetition = chosen(1, {9000, 1000, never, never});
    EXPECT_EQ(until(Due::check, repetition), 32);
    repetition.pass(Due::check);
    repetition.check(time, between);
    EXPECT_EQ(repetition.next(first) == Due::trial, has_drifted) << time;
    EXPECT_EQ(repetition.is_hopeless(0), !has_drifted) << "all are tried again";
  }
}

TEST(Repetition, ATrialIsRepeatedIfAnotherCandidateWasFaster) {
  for (const auto& [time, is_beaten] : {std::pair{Time{1300}, false}, {Time{1400}, true}}) {
    Repetition repetition = chosen(1, {1200, 1000, never, never});
    EXPECT_EQ(until(Due::check, repetition), 32);
    repetition.pass(Due::check);
    repetition.check(time, between);
    EXPECT_EQ(repetition.next(first) == Due::trial, is_beaten) << time;
  }
}

TEST(Repetition, OneDisturbedTrialMakesNobodyHopeless) {
  Repetition repetition = chosen(1, {1400, 1000, 1600, never});
  EXPECT_FALSE(repetition.is_hopeless(0));
  EXPECT_TRUE(repetition.is_hopeless(2));
  EXPECT_TRUE(repetition.choose(1, {9000, 1000, never, never}, between));
  EXPECT_FALSE(repetition.is_hopeless(0));
  EXPECT_TRUE(repetition.choose(1, {9000, 1000, never, never}, between));
  EXPECT_TRUE(repetition.is_hopeless(0));
}

TEST(Repetition, WhatIsForgottenIsNotUsed) {
  Repetition repetition = chosen(1, {1200, 1000, 1100, never});
  repetition.forget(2);
  EXPECT_TRUE(repetition.has_choice());
  EXPECT_TRUE(repetition.is_hopeless(2));
  repetition.forget(1);
  EXPECT_FALSE(repetition.has_choice());
  EXPECT_EQ(repetition.next(first), Due::trial);
}

}  // namespace
}  // namespace allfold::trials
