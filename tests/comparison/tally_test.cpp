#include "comparison/tally.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

namespace allfold_test {
namespace {

using namespace allfold::comparison;
using testing::HasSubstr;

const CallKind kind{.ranks = 3,
                    .size_class = 11,
                    .operation = "MPI_SUM",
                    .type = "MPI_DOUBLE",
                    .algorithm = "ring"};

Tally with(const CallSums& sums) {
  Tally tally;
  tally.compared[kind] = sums;
  return tally;
}

TEST(Tallies, of_ranks_sum_calls_and_keep_the_longest_time) {
  Tally all = with({.calls = 2, .native_seconds = 1, .allfold_seconds = 5, .worst = 0.5});
  Tally other = with({.calls = 3, .native_seconds = 2, .allfold_seconds = 4, .worst = 0.25});
  other.not_compared["a reason"] = 4;
  merge_packed(all, packed(other));
  merge_packed(all, packed(other.without_calls()));
  const CallSums sums = all.compared.at(kind);
  EXPECT_EQ(sums.calls, 5U);
  EXPECT_EQ(sums.native_seconds, 2);
  EXPECT_EQ(sums.allfold_seconds, 5);
  EXPECT_EQ(sums.worst, 0.5);
  EXPECT_EQ(all.not_compared.at("a reason"), 4U);
}

TEST(Tallies, say_what_is_unexplained_of_operations_of_the_program) {
  Tally all = with({.calls = 420, .order_sensitive = 20, .by_program = 420, .unexplained = 17});
  Tally other;
  other.add_unexplained("an example");
  merge_packed(all, packed(other.without_calls()));
  merge_packed(all, packed(all.without_calls()));
  const std::string text = text_of(all, "3 ranks");
  EXPECT_THAT(text, HasSubstr("allfold: unexplained: an example\n"));
  EXPECT_THAT(text,
              HasSubstr("420 calls with operations of the program compared: 17 differ by more "
                        "than reordering can explain; if"));
  EXPECT_THAT(text, HasSubstr("420 calls compared: 0 mismatches"));
  EXPECT_THAT(text_of(with({.calls = 1}), "1 rank"), testing::Not(HasSubstr("of the program")));
}

TEST(Tallies, of_one_rank_sum_times) {
  Tally all = with({.calls = 2, .native_seconds = 1, .allfold_seconds = 5});
  all.add(with({.calls = 3, .native_seconds = 2, .allfold_seconds = 4}));
  EXPECT_EQ(all.compared.at(kind).native_seconds, 3);
  EXPECT_EQ(all.compared.at(kind).allfold_seconds, 9);
}

TEST(Tallies, tell_of_infinite_differences) {
  Tally all;
  merge_packed(all, packed(with({.calls = 1, .worst = std::numeric_limits<double>::infinity()})));
  EXPECT_EQ(all.compared.at(kind).worst, std::numeric_limits<double>::infinity());
}

TEST(Tallies, keep_the_first_mismatches) {
  Tally all;
  for (const char* text : {"a", "b", "c", "d"}) all.add_mismatch(text);
  EXPECT_THAT(all.mismatches, testing::ElementsAre("a", "b", "c"));
}

TEST(Tallies, travel_with_any_name) {
  Tally odd;
  odd.compared[{.type = "a\xff\"b"}] = {.calls = 1};
  Tally all;
  merge_packed(all, packed(odd));
  EXPECT_EQ(all.compared.size(), 1U);
}

TEST(Tallies, say_clearly_what_came_out) {
  Tally good = with({.calls = 7, .within = 2, .native_seconds = 0.5, .allfold_seconds = 0.25});
  good.not_compared["no elements"] = 3;
  const std::string text = text_of(good, "3 ranks");
  EXPECT_THAT(text, HasSubstr("comparison of 3 ranks"));
  EXPECT_THAT(text, testing::ContainsRegex("allreduce +3 +1 KiB +MPI_SUM +MPI_DOUBLE +7 +0.500000 "
                                           "+0.250000 +2 +0 +0 +0 +ring"));
  EXPECT_THAT(text, HasSubstr("not compared: 3 calls: no elements\n"));
  EXPECT_THAT(text, testing::EndsWith("allfold: comparison: 7 calls compared: 0 mismatches\n"));
  Tally bad = with({.calls = 7, .mismatches = 2});
  bad.add_mismatch("all of it");
  EXPECT_THAT(text_of(bad, "3 ranks"), HasSubstr("allfold: mismatch: all of it\n"));
  EXPECT_THAT(text_of(bad, "3 ranks"), HasSubstr("7 calls compared: 2 MISMATCHES: "));
  EXPECT_THAT(text_of({}, "3 ranks"), testing::EndsWith("no call was compared\n"));
}

}  // namespace
}  // namespace allfold_test
