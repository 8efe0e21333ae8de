/// How the time of calls is divided, and the counts that this needs.
#include "profile/waiting.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "profile/observed_calls.hpp"
#include "text/size_class.hpp"

namespace allfold::profile {
namespace {

constexpr Nanoseconds ms = 1'000'000;

Site no_site(const void* /*caller*/) { return {.object = "somewhere"}; }

Kind kind_of_bytes(std::int64_t bytes) {
  return {.collective = schedule::Collective::allreduce,
          .size_class = text::size_class_of(bytes),
          .operation = "MPI_SUM",
          .type = "MPI_DOUBLE",
          .algorithm = "ring",
          .reason = "why not"};
}

/// Two ranks make calls that end at the same time. The clock of the other rank is ahead.
struct Scene {
  ObservedCalls own{1000, &no_site};
  std::vector<Nanoseconds> last = {};
  ClockCorrection clock = {};

  void call(Nanoseconds arrival, Nanoseconds last_arrival, Nanoseconds end, bool waits = true) {
    own.add({.kind = own.kind(kind_of_bytes(8)),
             .bytes = 8,
             .arrival = arrival,
             .end = end,
             .counts = true,
             .waits = waits});
    last.push_back(last_arrival);
  }
  [[nodiscard]] Split split() const {
    std::vector<Counted> counted;
    for (const auto& each : own.classes()) counted.push_back(each.counted);
    return splits_of(counted, own.samples().all(), last, clock).at(0);
  }
};

TEST(Waiting, lasts_until_the_last_rank_has_arrived) {
  Scene scene;
  scene.call(10 * ms, 60 * ms, 61 * ms);
  scene.call(100 * ms, 100 * ms, 103 * ms);
  const Split split = scene.split();
  EXPECT_DOUBLE_EQ(split.known, 0.054);
  EXPECT_DOUBLE_EQ(split.waiting, 0.050);
  EXPECT_EQ(split.sampled_calls, 2U);
}

TEST(Waiting, is_by_the_clock_that_counts) {
  const ClockOffset offset{.at = 0, .value = -1000 * ms};
  Scene scene{.clock = ClockCorrection(offset, offset)};
  scene.call(1010 * ms, 60 * ms, 1061 * ms);
  EXPECT_DOUBLE_EQ(scene.split().waiting, 0.050);
}

TEST(Waiting, is_no_longer_than_the_call) {
  Scene scene;
  scene.call(10 * ms, 60 * ms, 12 * ms);
  EXPECT_DOUBLE_EQ(scene.split().waiting, 0.002);
}

TEST(Waiting, is_none_where_a_rank_waits_for_nobody) {
  Scene scene;
  scene.call(10 * ms, 60 * ms, 61 * ms, /*waits=*/false);
  EXPECT_DOUBLE_EQ(scene.split().waiting, 0);
  EXPECT_DOUBLE_EQ(scene.split().known, 0.051);
}

// The waiting time of sampled short calls does not apply to a long call without a sample.
TEST(Waiting, of_calls_that_are_like_no_sampled_one_is_not_known) {
  Scene scene;
  scene.own.samples().limit(1);
  scene.call(0, 0, 1 * ms);
  scene.call(10 * ms, 0, 9000 * ms);
  const Split split = scene.split();
  EXPECT_DOUBLE_EQ(split.known, 0.001);
  EXPECT_EQ(split.sampled_calls, 1U);
}

TEST(ObservedCalls, count_by_class) {
  ObservedCalls all(0, &no_site);
  const int small = all.kind(kind_of_bytes(8));
  const int large = all.kind(kind_of_bytes(4096));
  EXPECT_EQ(all.kind(kind_of_bytes(9)), small);
  all.add({.kind = small, .bytes = 8, .end = 5, .counts = true, .is_in_place = true});
  all.add({.kind = small, .bytes = 8, .end = 6, .counts = true});
  all.add({.kind = large, .bytes = 4096, .end = 7, .counts = false});
  const auto classes = all.classes();
  ASSERT_EQ(classes.size(), 2U);
  EXPECT_EQ(classes[0].counted.calls, 2U);
  EXPECT_EQ(classes[0].counted.calls_in_place, 1U);
  EXPECT_EQ(classes[0].counted.bytes, 16U);
  EXPECT_EQ(classes[0].counted.nanoseconds, 11);
  EXPECT_EQ(classes[1].counted.calls, 0U) << "another rank counts it";
  EXPECT_EQ(classes[1].counted.nanoseconds, 7);
}

TEST(ObservedCalls, tell_callers_apart_where_they_are_given) {
  ObservedCalls all(0, &no_site);
  const int kind = all.kind(kind_of_bytes(8));
  const int places[2] = {};
  for (const void* caller : {&places[0], &places[1], &places[0]})
    all.add({.kind = kind, .bytes = 8, .caller = caller, .counts = true});
  ASSERT_EQ(all.classes().size(), 2U);
  EXPECT_EQ(all.classes()[0].counted.calls, 2U);
  EXPECT_EQ(all.classes()[0].site.object, "somewhere");
}

TEST(ObservedCalls, beyond_the_limit_are_merged_and_counted) {
  ObservedCalls all(0, &no_site);
  constexpr std::uint64_t kinds = ObservedCalls::most_classes + 100;
  for (std::uint64_t i = 0; i < kinds; ++i) {
    Kind kind = kind_of_bytes(8);
    kind.type = std::to_string(i);
    all.add({.kind = all.kind(kind), .bytes = 8, .end = 3, .counts = true});
  }
  EXPECT_LE(all.classes().size(), ObservedCalls::most_classes);
  std::uint64_t calls = 0;
  std::uint64_t merged = 0;
  for (const auto& each : all.classes()) {
    calls += each.counted.calls;
    if (each.kind.size_class == Kind::any_size) merged += each.counted.calls;
  }
  EXPECT_EQ(calls, kinds) << "nothing is lost";
  EXPECT_EQ(merged, all.merged_calls());
  EXPECT_GE(merged, 100U);
}

}  // namespace
}  // namespace allfold::profile
