/// The points that `allfold tune` visits again, and the benefit of these visits.
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "algorithms/registry.hpp"
#include "tuning/doubt.hpp"
#include "tuning/learn.hpp"
#include "tuning/times.hpp"
#include "tuning/visits.hpp"

namespace allfold::tuning {
namespace {

rules::Measurement point(std::vector<rules::MeasuredTime> times) {
  return {.ranks = 7, .bytes = 8, .times = std::move(times)};
}

TEST(Doubt, IsOfWhatIsClose) {
  const auto distance = [](double ring_time) {
    return doubt_of(point({time_of(native, 1), time_of(ring, ring_time)}), ring, {}).distance;
  };
  EXPECT_LT(distance(0.99), distance(0.9));
  EXPECT_TRUE(
      doubt_of(point({time_of(native, 1), time_of(ring, 0.9)}), ring, {}).is_worth_a_visit());
  EXPECT_FALSE(
      doubt_of(point({time_of(native, 1), time_of(ring, 0.5)}), ring, {}).is_worth_a_visit());
}

TEST(Doubt, IsGreatestWhereNativeMayBeQuicker) {
  const Doubt of_native = doubt_of(point({time_of(native, 1), time_of(ring, 0.9)}), ring, {});
  const Doubt of_kernel =
      doubt_of(point({time_of(native, 9), time_of(doubling, 1), time_of(ring, 0.9)}), ring, {});
  EXPECT_LT(of_native.distance, of_kernel.distance);
}

TEST(Doubt, VanishesWithVisitsThatAgree) {
  const auto doubt = [](std::size_t visits) {
    rules::Measurement known = point({time_of(native, 1), time_of(ring, 0.85)});
    for (rules::MeasuredTime& time : known.times) time.visits.resize(visits);
    return doubt_of(known, ring, {});
  };
  EXPECT_TRUE(doubt(1).is_worth_a_visit());
  EXPECT_FALSE(doubt(10).is_worth_a_visit());
}

// A longer vector took less time: the time of the ring includes something else.
TEST(Doubt, IsGreatestOfATimeThatALongerVectorContradicts) {
  const auto doubt = [](double of_longer_vector) {
    rules::Measurement longer = point({time_of(native, 2), time_of(ring, of_longer_vector)});
    longer.bytes = 32;
    const rules::Measurement known = point({time_of(native, 1), time_of(ring, 30)});
    return doubt_of(known, native, {known, longer});
  };
  EXPECT_EQ(doubt(0.8).distance, 0);
  EXPECT_EQ(doubt(0.8).candidates, (std::vector{native, ring}));
  EXPECT_FALSE(doubt(29).is_worth_a_visit()) << "that is as slow";
  EXPECT_FALSE(doubt(3).is_worth_a_visit()) << "it is slower than native all the same";
}

TEST(Doubt, HasMoreTimeWhereItIsGreater) {
  const auto weight = [](double ring_time) {
    return doubt_of(point({time_of(native, 1), time_of(ring, ring_time)}), ring, {}).weight();
  };
  EXPECT_EQ(weight(1), 1);
  EXPECT_GT(weight(0.95), weight(0.9));
  EXPECT_GT(weight(0.9), 0.4);
}

TEST(Doubt, IsSettledAmongNativeTheChoiceAndWhatIsNear) {
  const rules::Measurement known =
      point({time_of(native, 2), time_of(ring, 0.95), time_of(doubling, 1)});
  EXPECT_EQ(doubt_of(known, ring, {}).candidates, (std::vector{native, ring, doubling}));
  EXPECT_EQ(doubt_of(known, native, {}).candidates, std::vector{native});
  EXPECT_FALSE(doubt_of(point({time_of(native, 1)}), native, {}).is_worth_a_visit());
}

TEST(Doubt, IsWhetherOtherSegmentsAreBetter) {
  rules::Measurement known = point({time_of(native, 2), time_of(ring, 0.5)});
  known.bytes = 1 << 20;
  const Doubt doubt = doubt_of(known, ring, {});
  EXPECT_TRUE(doubt.is_worth_a_visit());
  ASSERT_EQ(doubt.candidates.size(), 4U);
  EXPECT_EQ(rules::text_of(doubt.candidates[2]), "ring segment=16k");
  EXPECT_EQ(rules::text_of(doubt.candidates[3]), "ring segment=256k");
  EXPECT_EQ(doubt_of(known, native, {}).candidates, std::vector{native});
  known.times.push_back(time_of(doubt.candidates[2], 0.6));
  EXPECT_EQ(doubt_of(known, ring, {}).candidates.size(), 3U) << "once is enough";
  known.bytes = 64 << 10;
  known.times.pop_back();
  EXPECT_FALSE(doubt_of(known, ring, {}).is_worth_a_visit()) << "the vector is one segment";
}

TEST(Doubt, IsOfTheTunersOwnChoice) {
  const rules::Measurement known = point({time_of(native, 2), time_of(ring, 1)});
  std::vector<rules::Rule> rules = learn({known}, another);
  rules.insert(rules.begin(), {.thresholds = {{.use = doubling}}});
  EXPECT_EQ(choice_at(known, rules), ring);
}

/// A host on which the kernels' times relative to the native call's differ from moment to moment.
class Host {
 public:
  explicit Host(int points) {
    std::normal_distribution difference(0.0, 0.08);
    for (int i = 0; i < points; ++i) {
      const double of_ring = difference(random_);
      truth_.emplace_back(of_ring, difference(random_));
    }
  }

  rules::Measurement visit(int place, const std::vector<rules::RuledKernel>& candidates) {
    const double state = std::exp(std::normal_distribution(0.0, 0.3)(random_));
    rules::Measurement seen{.ranks = place + 2, .bytes = 8};
    for (const rules::RuledKernel& candidate : candidates) {
      const double moment = std::normal_distribution(0.0, 0.06)(random_);
      seen.times.push_back(time_of(candidate, state * seconds(place, candidate, moment)));
    }
    return seen;
  }

  [[nodiscard]] bool is_slower_than_native(int place, const rules::RuledKernel& chosen) const {
    return seconds(place, chosen, 0) > 1.03;
  }

 private:
  [[nodiscard]] double seconds(int place, const rules::RuledKernel& candidate,
                               double moment) const {
    const auto& [of_ring, of_doubling] = truth_[static_cast<std::size_t>(place)];
    if (candidate == native) return 1;
    return std::exp(moment + (candidate == ring ? of_ring : of_doubling));
  }

  std::mt19937 random_{1};  // NOLINT(cert-msc32-c,cert-msc51-cpp): the same in each run
  std::vector<std::pair<double, double>> truth_;
};

// Rules from one visit lose at a later moment. With more visits to points in doubt they seldom
// lose, at a far lower cost than visits to all points.
TEST(Doubt, SettledByVisitsMakesRulesThatLoseSeldom) {
  constexpr int points = 1000;
  constexpr int rounds = 6;
  Host host(points);
  std::vector<rules::Measurement> known;
  known.reserve(points);
  for (int place = 0; place < points; ++place)
    known.push_back(host.visit(place, {native, ring, doubling}));
  const auto lost = [&] {
    const std::vector<rules::Rule> rules = learn(known, another);
    int count = 0;
    for (int place = 0; place < points; ++place)
      count += host.is_slower_than_native(place,
                                          choice_at(known[static_cast<std::size_t>(place)], rules));
    return count;
  };
  const int lost_before = lost();
  int visits = 0;
  for (int round = 0; round < rounds; ++round) {
    const std::vector<rules::Rule> rules = learn(known, another);
    for (int place = 0; place < points; ++place) {
      rules::Measurement& each = known[static_cast<std::size_t>(place)];
      const Doubt doubt = doubt_of(each, choice_at(each, rules), {});
      if (!doubt.is_worth_a_visit()) continue;
      add_visit(each, host.visit(place, doubt.candidates));
      ++visits;
    }
  }
  EXPECT_GT(lost_before, points / 20);
  EXPECT_LT(lost(), lost_before / 4);
  EXPECT_LT(visits, rounds * points);
}

}  // namespace
}  // namespace allfold::tuning
