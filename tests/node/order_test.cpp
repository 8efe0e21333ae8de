#include "node/order.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>

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
    const node::Brackets brackets = tree_f(ranks);
    EXPECT_EQ(expression_of(Order::of_ranks(brackets, 0, brackets.leaves())),
              proved_expression(ranks))
        << ranks;
  }
}

TEST(Order, EvaluatesThePartOfARangeOfLeaves) {
  // The leaves are (0 1), (2 3), 4, 5.
  EXPECT_EQ(expression_of(Order::of_ranks(tree_f(6), 2, 2)), "(4 5)");
  EXPECT_EQ(expression_of(Order::of_ranks(tree_f(6), 0, 1)), "(0 1)");
  EXPECT_EQ(expression_of(Order::of_ranks(tree_f(6), 3, 1)), "5");
  EXPECT_EQ(expression_of(Order::of_leaves(4)), "((0 1) (2 3))");
}

// The right operand is stored where the result goes, so that the MPI library need not copy it.
TEST(Order, MakesTheRightOperandInPlace) {
  for (int ranks = 2; ranks <= 33; ++ranks) {
    const node::Brackets brackets = tree_f(ranks);
    const Order order = Order::of_ranks(brackets, 0, brackets.leaves());
    for (const Order::Pair& pair : order.pairs())
      EXPECT_TRUE(pair.right >= 0 || pair.right == pair.into) << ranks;
    int lowest = Order::result;
    for (const Order::Pair& pair : order.pairs()) lowest = std::min({lowest, pair.into, pair.left});
    EXPECT_EQ(order.temporaries(), Order::first_temporary - lowest + 1) << ranks;
  }
}

}  // namespace
}  // namespace allfold::testing
