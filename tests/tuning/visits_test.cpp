/// The combined result of several visits to a point.
#include "tuning/visits.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "tuning/times.hpp"

namespace allfold::tuning {
namespace {

rules::Measurement visit(std::vector<rules::MeasuredTime> times) {
  return {.times = std::move(times)};
}

double half_of(const rules::MeasuredTime& time) {
  return std::log(time.seconds.high / time.seconds.low) / 2;
}

TEST(Visits, MakeTheGeometricMean) {
  rules::Measurement known = visit({time_of({}, 1), time_of(ring, 2)});
  add_visit(known, visit({time_of({}, 1), time_of(ring, 8)}));
  EXPECT_DOUBLE_EQ(known.times[0].median(), 1);
  EXPECT_DOUBLE_EQ(known.times[1].median(), 4);
  add_visit(known, visit({time_of(ring, 4), time_of({}, 1)}));
  EXPECT_NEAR(known.times[1].median(), 4, 1e-12);
  EXPECT_EQ(known.times[1].number_of_visits(), 3);
}

// A disturbed visit may be far longer than those before and after it, or shorter, if the MPI
// library's own call was disturbed.
TEST(Visits, ThatWereDisturbedAreLeftOut) {
  const auto known_of = [](const std::vector<double>& visits) {
    rules::Measurement known = visit({time_of({}, 1), time_of(ring, visits.front())});
    for (std::size_t i = 1; i < visits.size(); ++i)
      add_visit(known, visit({time_of({}, 1), time_of(ring, visits[i])}));
    return known.times[1];
  };
  EXPECT_NEAR(known_of({30, 2, 2}).median(), 2, 1e-12);
  EXPECT_NEAR(known_of({2, 30, 2}).median(), 2, 1e-12);
  EXPECT_NEAR(known_of({0.1, 2, 2, 2}).median(), 2, 1e-12);
  EXPECT_NEAR(known_of({2, 30, 2, 7, 2}).median(), 2, 1e-12);
  EXPECT_EQ(known_of({2, 30, 2, 7, 2}).visits.size(), 5) << "they are kept all the same";
  EXPECT_LT(half_of(known_of({30, 2, 2})), 0.02);
  EXPECT_NEAR(known_of({2, 2.2, 2.42}).median(), 2.2, 1e-12) << "that is noise";
  EXPECT_NEAR(known_of({2, 8}).median(), 4, 1e-12) << "which of two was disturbed nobody can tell";
  EXPECT_NEAR(known_of({1, 2, 4, 8, 16}).median(), 4, 1e-12) << "there is no other to lie far from";
}

TEST(Visits, ThatWereDisturbedForNativeItselfAreLeftOut) {
  rules::Measurement known = visit({time_of({}, 1), time_of(ring, 2)});
  add_visit(known, visit({time_of({}, 1), time_of(ring, 2)}));
  add_visit(known, visit({time_of({}, 50), time_of(ring, 2)}));
  EXPECT_NEAR(known.times[0].median(), 1, 1e-12);
  EXPECT_NEAR(known.times[1].median(), 2, 1e-12);
}

// If all candidates take twice as long, only the state of the machine has changed, not their order.
TEST(Visits, CountRelativeToNative) {
  rules::Measurement known = visit({time_of({}, 1), time_of(ring, 2)});
  add_visit(known, visit({time_of({}, 4), time_of(ring, 8)}));
  EXPECT_DOUBLE_EQ(known.times[0].median(), 2);
  EXPECT_DOUBLE_EQ(known.times[1].median(), 4);
  EXPECT_NEAR(half_of(known.times[1]), 0.01 / std::sqrt(2), 1e-9);
}

TEST(Visits, OfWhichOneMissedACandidateKeepItsPlace) {
  rules::Measurement known = visit({time_of({}, 1), time_of(ring, 2), time_of(doubling, 3)});
  add_visit(known, visit({time_of({}, 4), time_of(ring, 8)}));
  EXPECT_EQ(known.times[2].candidate, doubling);
  EXPECT_DOUBLE_EQ(known.times[2].median(), 6) << "three times native, as before";
  EXPECT_EQ(known.times[2].number_of_visits(), 1);
  rules::Measurement fewer = visit({time_of({}, 1)});
  add_visit(fewer, visit({time_of({}, 4), time_of(ring, 8)}));
  EXPECT_DOUBLE_EQ(fewer.times[1].median(), 4) << "twice native";
}

TEST(Visits, MakeAnEarlierJudgementVoid) {
  rules::Measurement known = visit({time_of({}, 1), time_of(ring, 2)});
  known.judged = rules::JudgedChoice{.choice = ring};
  add_visit(known, visit({time_of({}, 1), time_of(ring, 2)}));
  EXPECT_FALSE(known.judged);
}

TEST(Visits, ThatDifferWidenTheInterval) {
  rules::Measurement known = visit({time_of({}, 1), time_of(ring, 1.0)});
  add_visit(known, visit({time_of({}, 1), time_of(ring, 1.2)}));
  EXPECT_LE(known.times[1].seconds.low, 1.0);
  EXPECT_GE(known.times[1].seconds.high, 1.2);
}

TEST(Visits, ThatAgreeNarrowTheInterval) {
  rules::Measurement known = visit({time_of({}, 1), time_of(ring, 1)});
  for (int i = 1; i < 4; ++i) add_visit(known, visit({time_of({}, 1), time_of(ring, 1)}));
  EXPECT_NEAR(half_of(known.times[1]), 0.005, 1e-9);
}

// Visits that vary far more than the noise within each visit.
TEST(Visits, HaveIntervalsThatHoldTheTruth) {
  std::mt19937 random{1};  // NOLINT(cert-msc32-c,cert-msc51-cpp): the same in each run
  std::normal_distribution scatter(0.0, 0.1);
  int held = 0;
  constexpr int points = 1000;
  for (int i = 0; i < points; ++i) {
    rules::Measurement known = visit({time_of({}, 1), time_of(ring, std::exp(scatter(random)))});
    for (int more = 1; more < 6; ++more)
      add_visit(known, visit({time_of({}, 1), time_of(ring, std::exp(scatter(random)))}));
    held += known.times[1].seconds.low <= 1 && 1 <= known.times[1].seconds.high ? 1 : 0;
  }
  EXPECT_GE(held, 0.94 * points);
}

}  // namespace
}  // namespace allfold::tuning
