/// Times that must be disturbed, according to the times of longer vectors.
#include "tuning/contradiction.hpp"

#include <gtest/gtest.h>

#include "tuning/times.hpp"

namespace allfold::tuning {
namespace {

rules::Measurement native_and_ring_at(std::int64_t bytes, double native, double of_ring) {
  return {.ranks = 2,
          .ranks_per_node = 2,
          .bytes = bytes,
          .times = {time_of({}, native), time_of(ring, of_ring)}};
}

bool is_contradicted(const rules::Measurement& known, const rules::Measurement& other,
                     std::size_t candidate = 1) {
  return contradiction_of(known.times[candidate], known, {known, other}) != nullptr;
}

TEST(Contradiction, is_of_a_longer_vector_that_takes_much_less) {
  const rules::Measurement known = native_and_ring_at(512, 5, 79);
  EXPECT_TRUE(is_contradicted(known, native_and_ring_at(2048, 6, 3)));
  EXPECT_FALSE(is_contradicted(known, native_and_ring_at(2048, 6, 60)))
      << "an algorithm may have steps";
  EXPECT_FALSE(is_contradicted(known, native_and_ring_at(128, 3, 3))) << "that is shorter";
}

TEST(Contradiction, is_that_of_the_shortest_time) {
  const rules::Measurement known = native_and_ring_at(512, 5, 79);
  const std::vector<rules::Measurement> all = {native_and_ring_at(2048, 6, 4),
                                               native_and_ring_at(8192, 9, 3),
                                               native_and_ring_at(32768, 9, 5)};
  const rules::MeasuredTime* least = contradiction_of(known.times[1], known, all);
  ASSERT_NE(least, nullptr);
  EXPECT_DOUBLE_EQ(least->median(), 3);
}

TEST(Contradiction, is_none_of_other_ranks) {
  rules::Measurement other = native_and_ring_at(2048, 6, 3);
  other.ranks = other.ranks_per_node = 3;
  EXPECT_FALSE(is_contradicted(native_and_ring_at(512, 5, 79), other));
}

TEST(Contradiction, is_none_where_native_was_as_slow) {
  EXPECT_TRUE(is_contradicted(native_and_ring_at(8192, 55, 95), native_and_ring_at(16384, 55, 50)));
  EXPECT_FALSE(
      is_contradicted(native_and_ring_at(8192, 100, 95), native_and_ring_at(16384, 55, 50)));
}

TEST(Contradiction, is_none_of_the_librarys_own_call) {
  EXPECT_FALSE(is_contradicted(native_and_ring_at(512, 79, 1), native_and_ring_at(2048, 3, 1), 0));
}

TEST(Contradiction, is_settled_by_a_second_visit) {
  rules::Measurement known = native_and_ring_at(512, 5, 79);
  known.times[1].visits.resize(2);
  EXPECT_FALSE(is_contradicted(known, native_and_ring_at(2048, 6, 3)));
}

}  // namespace
}  // namespace allfold::tuning
