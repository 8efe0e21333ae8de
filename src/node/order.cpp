#include "node/order.hpp"

#include <algorithm>

namespace allfold::node {

/// Appends the reduction of a range of leaves, and returns the number of the vector with its value.
/// MPI_Reduce_local stores its result in the right operand, so the right operand is computed where
/// the value belongs.
template <class Leaf>
int Order::append(int first, int leaves, int into, int level, Leaf leaf) {
  if (leaves == 1) return leaf(first, into);
  const int half = leaves / 2;
  const int right = append(first + half, half, into, level + 1, leaf);
  const int left = append(first, half, first_temporary - level, level + 1, leaf);
  if (left < 0) temporaries_ = std::max(temporaries_, level + 1);
  pairs_.push_back({.into = into, .left = left, .right = right});
  return into;
}

Order Order::of_ranks(const Brackets& brackets, int first_leaf, int leaves) {
  Order order;
  order.value_ = order.append(first_leaf, leaves, result, 0, [&](int leaf, int into) {
    const int rank = brackets.first(leaf);
    if (!brackets.is_pair(leaf)) return rank;
    order.pairs_.push_back({.into = into, .left = rank, .right = rank + 1});
    return into;
  });
  return order;
}

Order Order::of_leaves(int leaves) {
  Order order;
  order.value_ = order.append(0, leaves, result, 0, [](int leaf, int /*into*/) { return leaf; });
  return order;
}

}  // namespace allfold::node
