#include "command/try_out/rank_sum.hpp"

#include <gtest/gtest.h>

namespace allfold::command::try_out {
namespace {

// The tables of Mann and Whitney (1947) contain half of these values: they are one-sided.
TEST(RankSum, IsThatOfAllWaysToDivideTheValues) {
  EXPECT_DOUBLE_EQ(chance_of_ranks({1, 2, 3}, {4, 5, 6}), 2.0 / 20);
  EXPECT_DOUBLE_EQ(chance_of_ranks({4, 5, 6}, {1, 2, 3}), 2.0 / 20);
  EXPECT_DOUBLE_EQ(chance_of_ranks({1, 2, 4}, {3, 5, 6}), 4.0 / 20);
  EXPECT_DOUBLE_EQ(chance_of_ranks({1, 3}, {2, 4}), 4.0 / 6);
  EXPECT_DOUBLE_EQ(chance_of_ranks({1}, {2, 3, 4}), 2.0 / 4);
}

TEST(RankSum, EqualValuesShareTheirRanks) {
  EXPECT_DOUBLE_EQ(chance_of_ranks({1, 1, 1}, {1, 1, 1}), 1);
  EXPECT_DOUBLE_EQ(chance_of_ranks({1, 2}, {2, 3}), 4.0 / 6);
}

TEST(RankSum, SaysNothingOfNoValues) {
  EXPECT_EQ(chance_of_ranks({}, {1, 2, 3}), 1);
  EXPECT_EQ(chance_of_ranks({}, {}), 1);
}

TEST(RankSum, TellsADifferenceFromChance) {
  EXPECT_FALSE(could_differ(2, 2));
  EXPECT_TRUE(could_differ(3, 3));
  EXPECT_TRUE(differ_by_more_than_chance({1, 2, 3}, {4, 5, 6}));
  EXPECT_FALSE(differ_by_more_than_chance({1, 2, 4}, {3, 5, 6}));
  // 12 of 252 divisions are at least as far apart; 20 would be too many.
  EXPECT_TRUE(differ_by_more_than_chance({1, 2, 3, 4, 7}, {5, 6, 8, 9, 10}));
  EXPECT_FALSE(differ_by_more_than_chance({1, 2, 3, 5, 8}, {4, 6, 7, 9, 10}));
  EXPECT_FALSE(differ_by_more_than_chance({1, 2}, {3, 4}));
}

TEST(RankSum, ManyValuesDoNotOverflow) {
  std::vector<double> low;
  std::vector<double> high;
  for (int i = 0; i < 100; ++i) {
    low.push_back(i);
    high.push_back(1000 + i);
  }
  EXPECT_LT(chance_of_ranks(low, high), 1e-50);
  EXPECT_GT(chance_of_ranks(low, high), 0);
}

}  // namespace
}  // namespace allfold::command::try_out
