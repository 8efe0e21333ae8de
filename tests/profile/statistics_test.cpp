/// Statistics: a profile by fewer keys, and its table.
#include "profile/statistics.hpp"

#include <gtest/gtest.h>

#include <string>

#include "text/size_class.hpp"

namespace allfold::profile {
namespace {

struct Row {
  std::string communicator = {};
  std::string operation = "MPI_SUM";
  std::int64_t bytes = 8;
  int ranks = 4;
};

ClassKey key_of(const Row& row) {
  return {.communicator = {.name = row.communicator, .ranks = row.ranks, .nodes = 2},
          .kind = {.collective = schedule::Collective::allreduce,
                   .size_class = text::size_class_of(row.bytes),
                   .operation = row.operation,
                   .type = "MPI_INT",
                   .algorithm = "ring",
                   .reason = "the fastest"}};
}

ClassSums sums_of_rank(double seconds) {
  return {.calls = 3, .bytes = 24, .ranks = 1, .seconds = {.sum = seconds, .max = seconds}};
}

TEST(Statistics, of_a_rank_have_one_row_for_classes_that_only_a_profile_tells_apart) {
  Profile own{.ranks = 4, .ranks_observed = 1};
  own.add(key_of({}), sums_of_rank(1));
  own.add(key_of({.communicator = "rows"}), sums_of_rank(2));
  own.add(key_of({.operation = "MPI_MAX"}), sums_of_rank(4));
  own.add(key_of({.bytes = 16}), sums_of_rank(8));
  own.add(key_of({.ranks = 2}), sums_of_rank(16));
  const Profile statistics = statistics_of(own);
  EXPECT_EQ(statistics.ranks, 4);
  EXPECT_EQ(statistics.ranks_observed, 1U);
  ASSERT_EQ(statistics.classes.size(), 3U);
  const auto& [key, sums] = *std::next(statistics.classes.begin());
  EXPECT_EQ(key.communicator.ranks, 4);
  EXPECT_EQ(key.kind.size_class, text::size_class_of(8));
  EXPECT_EQ(sums.calls, 9U);
  EXPECT_EQ(sums.bytes, 72U);
  EXPECT_DOUBLE_EQ(sums.seconds.max, 7);
}

// Each class is slowest on another rank: the maxima of the classes are of no rank.
TEST(Statistics, of_all_ranks_have_the_time_of_the_slowest_rank) {
  Profile first;
  first.add(key_of({}), sums_of_rank(1));
  first.add(key_of({.operation = "MPI_MAX"}), sums_of_rank(8));
  Profile second;
  second.add(key_of({}), sums_of_rank(4));
  second.add(key_of({.operation = "MPI_MAX"}), sums_of_rank(2));
  Profile all = statistics_of(first);
  all.add(statistics_of(second));
  ASSERT_EQ(all.classes.size(), 1U);
  EXPECT_DOUBLE_EQ(all.classes.begin()->second.seconds.max, 9);
  EXPECT_EQ(all.classes.begin()->second.calls, 12U);
}

TEST(Statistics, are_printed_by_collective_ranks_and_size) {
  Profile own;
  own.add(key_of({.ranks = 4}), sums_of_rank(0.25));
  own.add(key_of({.bytes = 2048, .ranks = 2}), sums_of_rank(0.5));
  ClassKey reduce = key_of({.ranks = 2});
  reduce.kind.collective = schedule::Collective::reduce;
  reduce.kind.reason = "";
  own.add(reduce, sums_of_rank(1.5));
  ClassKey merged;
  merged.kind = merged_kind(schedule::Collective::reduce);
  own.add(merged, sums_of_rank(2));
  EXPECT_EQ(table_of(statistics_of(own), "3 ranks"),
            "allfold: statistics of 3 ranks\n"
            "allfold: collective  ranks     bytes      calls    total bytes     seconds  algorithm "
            "       "
            "            reason\n"
            "allfold: allreduce       2     2 KiB          3             24    0.500000  ring      "
            "       "
            "            the fastest\n"
            "allfold: allreduce       4       8 B          3             24    0.250000  ring      "
            "       "
            "            the fastest\n"
            "allfold: reduce        any       any          3             24    2.000000  any       "
            "       "
            "            there were too many classes\n"
            "allfold: reduce          2       8 B          3             24    1.500000  ring\n");
}

}  // namespace
}  // namespace allfold::profile
