#include "command/try_out/chance.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace allfold::command::try_out {
namespace {

using testing::DoubleEq;
using testing::ElementsAre;

double chance(const std::vector<double>& native, const std::vector<double>& allfold) {
  return chances_of({{.native = native, .allfold = allfold}}).front();
}
bool differ(const std::vector<double>& native, const std::vector<double>& allfold) {
  return differ_by_more_than_chance({{.native = native, .allfold = allfold}}).front();
}

TEST(Chance, IsThatOfAllWaysToDivideTheRuns) {
  EXPECT_DOUBLE_EQ(chance({1, 2, 3}, {4, 5, 6}), 2.0 / 20);
  EXPECT_DOUBLE_EQ(chance({4, 5, 6}, {1, 2, 3}), 2.0 / 20);
  EXPECT_DOUBLE_EQ(chance({1, 2, 4}, {3, 5, 6}), 4.0 / 20);
  EXPECT_DOUBLE_EQ(chance({1, 3}, {2, 4}), 4.0 / 6);
  EXPECT_DOUBLE_EQ(chance({1}, {2, 3, 4}), 2.0 / 4);
}

TEST(Chance, IsThatOfTheGreatestOfAllQuantities) {
  const RunByRun grows{.native = {1, 1.1, 1.2}, .allfold = {2, 2.1, 2.2}};
  // Divided otherwise, it differs as clearly: 1 to 1.2 on one side, 2 to 2.2 on the other.
  const RunByRun mixed{.native = {1, 1.1, 2}, .allfold = {1.2, 2.1, 2.2}};
  EXPECT_DOUBLE_EQ(chances_of({grows}).front(), 0.1);
  EXPECT_THAT(chances_of({mixed, grows}), ElementsAre(testing::Gt(0.1), DoubleEq(0.2)));
  // A quantity that differs little hides nothing.
  const RunByRun steady{.native = {5, 5.01, 5}, .allfold = {5.01, 5, 5}};
  EXPECT_DOUBLE_EQ(chances_of({steady, grows}).back(), 0.1);
}

// As most do with Allfold.
TEST(Chance, AQuantityThatShrinksDoesNotHideOneThatGrows) {
  const RunByRun grows{.native = {1, 1.1, 1.2}, .allfold = {2, 2.1, 2.2}};
  const RunByRun shrinks{.native = {9, 9.1, 9.2}, .allfold = {1, 1.1, 1.2}};
  EXPECT_THAT(chances_of({shrinks, grows, shrinks}),
              ElementsAre(DoubleEq(0.1), DoubleEq(0.1), DoubleEq(0.1)));
}

TEST(Chance, EqualValuesAreNoDifference) {
  EXPECT_DOUBLE_EQ(chance({1, 1, 1}, {1, 1, 1}), 1);
  EXPECT_DOUBLE_EQ(chance({0, 0, 0}, {0, 0, 0}), 1);
}

TEST(Chance, SaysNothingOfNoRuns) {
  EXPECT_EQ(chance({}, {1, 2, 3}), 1);
  EXPECT_EQ(chance({}, {}), 1);
  EXPECT_THAT(chances_of({}), ElementsAre());
}

TEST(Chance, TellsADifferenceFromChance) {
  EXPECT_FALSE(could_differ(2, 2));
  EXPECT_TRUE(could_differ(3, 3));
  EXPECT_TRUE(differ({1, 2, 3}, {4, 5, 6}));
  EXPECT_TRUE(differ({4, 5, 6}, {1, 2, 3}));
  EXPECT_FALSE(differ({1, 2, 4}, {3, 5, 6}));
  // 12 of 252 ways are as far apart; 20 are not far enough.
  EXPECT_TRUE(differ({1, 2, 3, 4, 7}, {5, 6, 8, 9, 10}));
  EXPECT_FALSE(differ({1, 2, 3, 5, 8}, {4, 6, 7, 9, 10}));
  EXPECT_FALSE(differ({1, 2}, {3, 4}));
}

TEST(Chance, OneDisturbedRunDoesNotHideADifference) {
  const std::vector<double> native{1.00, 1.01, 1.02, 1.00, 1.01, 1.02, 1.00, 1.01};
  const std::vector<double> allfold{0.95, 0.96, 0.97, 0.95, 3.00, 0.97, 0.95, 0.96};
  EXPECT_TRUE(differ(native, allfold));
}

TEST(Chance, OfManyRunsIsThatOfSomeDivisions) {
  std::vector<double> low;
  std::vector<double> high;
  for (int i = 0; i < 100; ++i) {
    low.push_back(100 + i % 7);
    high.push_back(104 + i % 5);
  }
  EXPECT_DOUBLE_EQ(chance(low, high), 1e-4);
}

}  // namespace
}  // namespace allfold::command::try_out
