#include "node/order.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <utility>

#include "node/team_of_threads.hpp"
#include "text/format.hpp"

namespace allfold::testing {
namespace {

using node::Order;

/// The expression that an order computes from its operands: "((0 1) 2)". It reads nothing that has
/// not been written.
std::string expression_of(const Order& order) {
  std::map<int, std::string> vectors;
  const auto value = [&](int vector) {
    return vector >= 0 ? std::to_string(vector) : vectors.at(vector);
  };
  for (const Order::Pair& pair : order.pairs())
    vectors[pair.into] = text::format("({} {})", value(pair.left), value(pair.right));
  return value(order.value());
}

TEST(Order, EvaluatesWhatIsProved) {
  for (int ranks = 1; ranks <= 33; ++ranks) {
    EXPECT_EQ(expression_of(Order::of_operands(ranks)), proved_expression(ranks)) << ranks;
  }
}

// Clusters are subtrees of the tree F of all ranks, whatever their number.
TEST(Order, OfSubtreesIsThatOfAllRanks) {
  for (int ranks = 2; ranks <= 130; ++ranks)
    for (const auto& [low, high] : {std::pair{2, 4}, std::pair{2, 8}, std::pair{8, 64}}) {
      const std::array levels{node::Hierarchy::Subtrees{low}, node::Hierarchy::Subtrees{high}};
      EXPECT_EQ(expression_of(Order::of_all(node::Hierarchy::of_tree_f(ranks, levels))),
                expression_of(Order::of_operands(ranks)))
          << ranks << " ranks in clusters of " << low << " and " << high;
    }
}

// Ranks 0, 2, 4 and 6, 8, then 1, 3, 5 and 7, 9.
TEST(Order, OfAPartHasTheBracketsOfTheWhole) {
  const node::Hierarchy hierarchy{.ranks = {0, 2, 4, 6, 8, 1, 3, 5, 7, 9},
                                  .levels = {{.starts = {0, 3, 5, 8}}, {.starts = {0, 5}}}};
  EXPECT_EQ(expression_of(Order::of_all(hierarchy)), "((((0 2) 4) (6 8)) (((1 3) 5) (7 9)))");
  const auto of = [&](const Order::Part& part) {
    return expression_of(Order::of_part(hierarchy, part));
  };
  EXPECT_EQ(of({.first = 5, .last = 8, .level = 0, .level_of_operands = 0}), "((1 3) 5)");
  EXPECT_EQ(of({.first = 5, .last = 10, .level = 1, .level_of_operands = 0}), "(((1 3) 5) (7 9))");
  EXPECT_EQ(of({.first = 5, .last = 10, .level = 1, .level_of_operands = 1}), "(0 1)");
  EXPECT_EQ(of({.first = 0, .last = 10, .level = 2, .level_of_operands = 1}), "((0 1) (2 3))");
  EXPECT_EQ(of({.first = 0, .last = 10, .level = 2, .level_of_operands = 2}), "(0 1)");
}

// The right operand is stored where the result goes, so that the MPI library need not copy it.
TEST(Order, MakesTheRightOperandInPlace) {
  for (int ranks = 2; ranks <= 33; ++ranks) {
    const Order order = Order::of_operands(ranks);
    for (const Order::Pair& pair : order.pairs())
      EXPECT_TRUE(pair.right >= 0 || pair.right == pair.into) << ranks;
    int lowest = Order::result;
    for (const Order::Pair& pair : order.pairs()) lowest = std::min({lowest, pair.into, pair.left});
    EXPECT_EQ(order.temporaries(), Order::first_temporary - lowest + 1) << ranks;
  }
}

}  // namespace
}  // namespace allfold::testing
