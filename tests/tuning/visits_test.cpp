/// What several visits of a point make together.
#include "tuning/visits.hpp"
#include "algorithms/registry.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace allfold::tuning {
namespace {

const rules::RuledKernel ring{.kernel = algorithms::find_kernel("ring")};
const rules::RuledKernel doubling{.kernel = algorithms::find_kernel("recursive-doubling")};

rules::MeasuredTime time_of(const rules::RuledKernel& candidate, double seconds,
                            double noise = 0.01) {
  return {.candidate = candidate,
          .median = seconds,
          .low = seconds * std::exp(-noise),
          .high = seconds * std::exp(noise)};
}

rules::Measurement visit(std::vector<rules::MeasuredTime> times) {
  return {.times = std::move(times)};
}

double half_of(const rules::MeasuredTime& time) { return std::log(time.high / time.low) / 2; }

TEST(Visits, MakeTheGeometricMean) {
  rules::Measurement known = visit({time_of({}, 1), time_of(ring, 2)});
  add_visit(known, visit({time_of({}, 1), time_of(ring, 8)}), {});
  EXPECT_DOUBLE_EQ(known.times[0].median, 1);
  EXPECT_DOUBLE_EQ(known.times[1].median, 4);
  add_visit(known, visit({time_of(ring, 4), time_of({}, 1)}), {});
  EXPECT_NEAR(known.times[1].median, 4, 1e-12);
  EXPECT_EQ(known.times[1].visits, 3);
}

// Only what nothing contradicts is averaged, and a second visit settles it.
TEST(Visits, TakeThePlaceOfATimeThatALongerVectorContradicts) {
  rules::Measurement longer = visit({time_of({}, 2), time_of(ring, 3)});
  longer.bytes = 32;
  rules::Measurement known = visit({time_of({}, 1), time_of(ring, 30)});
  const std::vector<rules::Measurement> all{known, longer};
  add_visit(known, visit({time_of({}, 1), time_of(ring, 2)}), all);
  EXPECT_DOUBLE_EQ(known.times[1].median, 2);
  add_visit(known, visit({time_of({}, 1), time_of(ring, 54)}), all);
  EXPECT_NEAR(known.times[1].median, 6, 1e-9) << "the third root of 2 * 2 * 54";
}

// Twice as long for all is the machine's moment, and tells nothing of who is the quicker.
TEST(Visits, CountRelativeToNative) {
  rules::Measurement known = visit({time_of({}, 1), time_of(ring, 2)});
  add_visit(known, visit({time_of({}, 4), time_of(ring, 8)}), {});
  EXPECT_DOUBLE_EQ(known.times[0].median, 2);
  EXPECT_DOUBLE_EQ(known.times[1].median, 4);
  EXPECT_NEAR(half_of(known.times[1]), 0.01 / std::sqrt(2), 1e-9);
}

TEST(Visits, OfWhichOneMissedACandidateKeepItsPlace) {
  rules::Measurement known = visit({time_of({}, 1), time_of(ring, 2), time_of(doubling, 3)});
  add_visit(known, visit({time_of({}, 4), time_of(ring, 8)}), {});
  EXPECT_EQ(known.times[2].candidate, doubling);
  EXPECT_DOUBLE_EQ(known.times[2].median, 6) << "three times native, as before";
  EXPECT_EQ(known.times[2].visits, 1);
  rules::Measurement fewer = visit({time_of({}, 1)});
  add_visit(fewer, visit({time_of({}, 4), time_of(ring, 8)}), {});
  EXPECT_DOUBLE_EQ(fewer.times[1].median, 4) << "twice native";
}

TEST(Visits, MakeAnEarlierJudgementVoid) {
  rules::Measurement known = visit({time_of({}, 1), time_of(ring, 2)});
  known.judged = rules::JudgedChoice{.choice = ring};
  add_visit(known, visit({time_of({}, 1), time_of(ring, 2)}), {});
  EXPECT_FALSE(known.judged);
}

TEST(Visits, ThatDifferWidenTheInterval) {
  rules::Measurement known = visit({time_of({}, 1), time_of(ring, 1.0)});
  add_visit(known, visit({time_of({}, 1), time_of(ring, 1.2)}), {});
  EXPECT_LE(known.times[1].low, 1.0);
  EXPECT_GE(known.times[1].high, 1.2);
}

TEST(Visits, ThatAgreeNarrowTheInterval) {
  rules::Measurement known = visit({time_of({}, 1), time_of(ring, 1)});
  for (int i = 1; i < 4; ++i) add_visit(known, visit({time_of({}, 1), time_of(ring, 1)}), {});
  EXPECT_NEAR(half_of(known.times[1]), 0.005, 1e-9);
}

// Of visits that scatter by far more than what each one sees of noise.
TEST(Visits, HaveIntervalsThatHoldTheTruth) {
  std::mt19937 random{1};  // NOLINT(cert-msc32-c,cert-msc51-cpp): the same in each run
  std::normal_distribution scatter(0.0, 0.1);
  int held = 0;
  constexpr int points = 1000;
  for (int i = 0; i < points; ++i) {
    rules::Measurement known = visit({time_of({}, 1), time_of(ring, std::exp(scatter(random)))});
    for (int more = 1; more < 6; ++more)
      add_visit(known, visit({time_of({}, 1), time_of(ring, std::exp(scatter(random)))}), {});
    held += known.times[1].low <= 1 && 1 <= known.times[1].high ? 1 : 0;
  }
  EXPECT_GE(held, 0.94 * points);
}

}  // namespace
}  // namespace allfold::tuning
