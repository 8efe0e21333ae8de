/// The rules that follow from measurements.
#include "tuning/learn.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tuning/times.hpp"

namespace allfold::tuning {
namespace {

/// Times with a precision of 1 %, in most tests.
rules::Measurement measured_at(std::int64_t bytes, std::vector<rules::MeasuredTime> times) {
  return {.ranks = 7, .bytes = bytes, .times = std::move(times)};
}

/// "native 32 ring": the choices of the only rule, with the thresholds between them.
std::string thresholds(const std::vector<rules::Measurement>& points,
                       const select::Untuned& untuned = another) {
  const std::vector<rules::Rule> rules = learn(points, untuned);
  EXPECT_EQ(rules.size(), 1U);
  std::string text;
  for (const rules::Threshold& threshold : rules.at(0).thresholds) {
    text += threshold.use->is_native() ? "native" : std::string(threshold.use->kernel->name);
    if (&threshold != &rules[0].thresholds.back()) text += fmt::format(" {} ", threshold.to_bytes);
  }
  return text;
}

TEST(Learn, StepsLieAtTheGeometricMean) {
  EXPECT_EQ(
      thresholds(
          {measured_at(16, {time_of(native, 9e-6), time_of(ring, 5e-6), time_of(doubling, 2e-6)}),
           measured_at(64, {time_of(native, 9e-6), time_of(ring, 2e-6), time_of(doubling, 5e-6)}),
           measured_at(256,
                       {time_of(native, 9e-6), time_of(ring, 2e-6), time_of(doubling, 5e-6)})}),
      "recursive-doubling 32 ring");
}

TEST(Learn, PointsMayComeInAnyOrder) {
  EXPECT_EQ(thresholds({measured_at(64, {time_of(ring, 2e-6), time_of(doubling, 5e-6)}),
                        measured_at(16, {time_of(ring, 5e-6), time_of(doubling, 2e-6)})}),
            "recursive-doubling 32 ring");
}

TEST(Learn, AWinnerWithinNoiseGivesWayToItsNeighbours) {
  EXPECT_EQ(thresholds({measured_at(16, {time_of(ring, 2.00e-6), time_of(doubling, 4e-6)}),
                        measured_at(64, {time_of(ring, 2.02e-6), time_of(doubling, 2e-6)}),
                        measured_at(256, {time_of(ring, 2.00e-6), time_of(doubling, 4e-6)})}),
            "ring");
  EXPECT_EQ(thresholds({measured_at(16, {time_of(ring, 2.00e-6), time_of(doubling, 4e-6)}),
                        measured_at(64, {time_of(ring, 2.05e-6), time_of(doubling, 2e-6)}),
                        measured_at(256, {time_of(ring, 2.00e-6), time_of(doubling, 4e-6)})}),
            "ring 32 recursive-doubling 128 ring")
      << "but not one that wins beyond noise";
}

TEST(Learn, NativeIsTakenWhereNoKernelIsAsGood) {
  EXPECT_EQ(thresholds({measured_at(16, {time_of(native, 2e-6), time_of(ring, 2.03e-6, 0.1)})}),
            "native");
  EXPECT_EQ(thresholds({measured_at(16, {time_of(native, 2e-6), time_of(ring, 2.05e-6)})}),
            "native")
      << "which is quicker beyond noise, however little";
  EXPECT_EQ(thresholds({measured_at(16, {time_of(native, 2e-6), time_of(ring, 3e-6, 0.5)})}),
            "native");
  EXPECT_EQ(thresholds({measured_at(16, {time_of(native, 2e-6), time_of(ring, 2.01e-6, 0.1)})}),
            "ring");
  EXPECT_EQ(thresholds({measured_at(16, {time_of(native, 2e-6), time_of(ring, 1.99e-6)})}), "ring");
}

TEST(Learn, NativeIsTakenNowhereElse) {
  EXPECT_EQ(thresholds({measured_at(16, {time_of(native, 2e-6), time_of(ring, 3e-6)}),
                        measured_at(64, {time_of(native, 2e-6), time_of(ring, 1.99e-6)}),
                        measured_at(256, {time_of(native, 2e-6), time_of(ring, 3e-6)})}),
            "native 32 ring 128 native");
}

// The ring is not significantly slower than the fastest, whose times vary.
TEST(Learn, AKernelBehindNativeIsNotTaken) {
  const std::vector<rules::MeasuredTime> times = {
      time_of(native, 2.01e-6), time_of(doubling, 2e-6, 0.2), time_of(ring, 2.1e-6)};
  EXPECT_EQ(thresholds({measured_at(16, times),
                        measured_at(64, {time_of(native, 9e-6), time_of(ring, 2e-6),
                                         time_of(doubling, 5e-6)})}),
            "recursive-doubling 32 ring");
}

TEST(Learn, WhatServesWithoutRulesStaysWhereNothingIsQuicker) {
  const auto of_doubling = [](double seconds) {
    return measured_at(16,
                       {time_of(native, 9e-6), time_of(ring, 2e-6), time_of(doubling, seconds)});
  };
  const auto by_doubling = [](const rules::Measurement&) { return doubling; };
  EXPECT_EQ(thresholds({of_doubling(2.03e-6)}), "ring");
  EXPECT_EQ(thresholds({of_doubling(2.03e-6)}, by_doubling), "recursive-doubling");
  EXPECT_EQ(thresholds({of_doubling(2.1e-6)}, by_doubling), "ring");
  EXPECT_EQ(thresholds({measured_at(16, {time_of(native, 2.02e-6), time_of(ring, 2e-6),
                                         time_of(doubling, 2.1e-6, 0.1)})},
                       by_doubling),
            "ring")
      << "but not where it is slower than the MPI library's own";
}

// As if visits disagreed: the interval contains the fastest time, whatever the median.
TEST(Learn, AKernelWhoseTimesScatterIsNotTakenForItsIntervalAlone) {
  const auto of_doubling = [](double seconds) {
    return measured_at(
        16, {time_of(native, 9e-6), time_of(ring, 2e-6), time_of(doubling, seconds, 0.7)});
  };
  const auto by_doubling = [](const rules::Measurement&) { return doubling; };
  EXPECT_EQ(thresholds({of_doubling(2.2e-6)}, by_doubling), "recursive-doubling");
  EXPECT_EQ(thresholds({of_doubling(3.2e-6)}, by_doubling), "ring");
}

TEST(Untuned, IsWhatIsChosenWithoutRules) {
  const select::Untuned untuned = select::untuned_on(select::Network::tcp);
  const auto chosen = [&](int ranks_per_node, rules::OperationClass operation) {
    return rules::text_of(untuned(
        {.operation = operation, .ranks = 8, .ranks_per_node = ranks_per_node, .bytes = 8}));
  };
  EXPECT_EQ(chosen(8, rules::OperationClass::predefined), "node");
  EXPECT_TRUE(chosen(4, rules::OperationClass::predefined).starts_with("lanes"));
  EXPECT_EQ(chosen(1, rules::OperationClass::predefined),
            chosen(1, rules::OperationClass::ordered));
  EXPECT_EQ(chosen(1, rules::OperationClass::predefined), "composed:steps=2-4k4");
}

TEST(Learn, SegmentsMakeAnotherCandidate) {
  rules::RuledKernel fine = ring;
  fine.segment_bytes = 1024;
  EXPECT_EQ(thresholds({measured_at(16, {time_of(ring, 2e-6), time_of(fine, 4e-6)}),
                        measured_at(64, {time_of(ring, 4e-6), time_of(fine, 2e-6)})}),
            "ring 32 ring");
}

TEST(Learn, EachNumberOfRanksHasItsRule) {
  rules::Measurement other = measured_at(16, {time_of(native, 2e-6), time_of(ring, 1e-6)});
  other.ranks = 5;
  other.ranks_per_node = 2;
  rules::Measurement reduce = other;
  reduce.collective = schedule::Collective::reduce;
  const std::vector<rules::Rule> rules = learn(
      {measured_at(16, {time_of(native, 2e-6), time_of(ring, 1e-6)}), reduce, other}, another);
  ASSERT_EQ(rules.size(), 3U);
  EXPECT_EQ(rules[0].ranks, (rules::Range<int>{.from = 5, .to = 5}));
  EXPECT_EQ(rules[0].ranks_per_node, (rules::Range<int>{.from = 2, .to = 2}));
  EXPECT_EQ(rules[0].operations, std::vector{rules::OperationClass::predefined});
  EXPECT_EQ(rules[0].by, rules::RuleAuthor::tuner);
  EXPECT_EQ(rules[1].ranks, (rules::Range<int>{.from = 7, .to = 7}));
  EXPECT_EQ(rules[2].collective, schedule::Collective::reduce);
  EXPECT_TRUE(learn({}, another).empty());
}

}  // namespace
}  // namespace allfold::tuning
