/// The sample of calls: limited by its size, and the same calls on all ranks.
#include "profile/samples.hpp"

#include <gtest/gtest.h>

#include <map>

namespace allfold::profile {
namespace {

Sample call(std::uint8_t stratum, Nanoseconds arrival, std::uint16_t of_class = 0) {
  return {.arrival = arrival, .duration = 1, .call_class = of_class, .stratum = stratum};
}

TEST(Samples, keep_all_calls_as_long_as_there_is_room) {
  Samples samples(100);
  for (int i = 0; i < 100; ++i) samples.add(call(3, i));
  ASSERT_EQ(samples.all().size(), 100U);
  for (std::uint32_t i = 0; i < 100; ++i) EXPECT_EQ(samples.all()[i].number, i);
}

TEST(Samples, are_the_same_calls_on_ranks_with_other_times) {
  Samples one(64);
  Samples other(128);
  other.limit(64);
  for (int i = 0; i < 100000; ++i) {
    const auto stratum = static_cast<std::uint8_t>(i % 7 == 0 ? 9 : 3);
    one.add(call(stratum, i));
    other.add(call(stratum, 1000000 - i, 5));
  }
  ASSERT_EQ(one.all().size(), other.all().size());
  for (std::size_t i = 0; i < one.all().size(); ++i) {
    EXPECT_EQ(one.all()[i].number, other.all()[i].number);
    EXPECT_EQ(one.all()[i].stratum, other.all()[i].stratum);
  }
  EXPECT_EQ(one.digest(), other.digest());
}

TEST(Samples, of_other_calls_are_told_apart) {
  Samples one(64);
  Samples other(64);
  for (int i = 0; i < 10; ++i) {
    one.add(call(3, i));
    other.add(call(i == 4 ? 2 : 3, i));
  }
  EXPECT_NE(one.digest(), other.digest());
}

TEST(Samples, of_rare_calls_are_not_crowded_out) {
  Samples samples(256);
  for (int i = 0; i < 1000000; ++i) {
    samples.add(call(3, i));
    if (i % 100000 == 0) samples.add(call(20, i));
  }
  std::map<int, int> kept;
  for (const Sample& each : samples.all()) ++kept[each.stratum];
  EXPECT_EQ(kept[20], 10);
  EXPECT_GT(kept[3], 256 / 4);
  EXPECT_LE(samples.all().size(), 256U);
}

// If a program makes two calls alternately, the sample contains both.
TEST(Samples, of_calls_by_turns_hold_both) {
  Samples samples(512);
  for (int i = 0; i < 1 << 20; ++i) samples.add(call(3, i, static_cast<std::uint16_t>(i % 2)));
  std::map<int, int> kept;
  for (const Sample& each : samples.all()) ++kept[each.call_class];
  EXPECT_GT(kept[0], 64);
  EXPECT_GT(kept[1], 64);
}

TEST(Samples, without_room_are_none) {
  Samples samples(0);
  samples.add(call(3, 1));
  EXPECT_TRUE(samples.all().empty());
}

TEST(Samples, stay_when_memory_is_given_back) {
  Samples samples(1000);
  for (int i = 0; i < 10; ++i) samples.add(call(3, i));
  const std::uint32_t digest = samples.digest();
  samples.shrink();
  EXPECT_EQ(samples.digest(), digest);
  samples.add(call(3, 10));
  EXPECT_EQ(samples.all().size(), 10U);
}

}  // namespace
}  // namespace allfold::profile
