#include "node/order.hpp"

#include <algorithm>

namespace allfold::node {

/// Appends the tree F of successive operands, and returns the number of the vector with its value.
/// `operand` does the same for one operand, which may be a tree itself. MPI_Reduce_local stores its
/// result in the right operand, so the right operand is computed where the value belongs.
template <class Operand>
int Order::append(int first, int operands, int into, int depth, const Operand& operand) {
  if (operands == 1) return operand(first, into, depth);
  const int half = left_in_tree_f(operands);
  const int right = append(first + half, operands - half, into, depth + 1, operand);
  const int left = append(first, half, first_temporary - depth, depth + 1, operand);
  if (left < 0) temporaries_ = std::max(temporaries_, depth + 1);
  pairs_.push_back({.into = into, .left = left, .right = right});
  return into;
}

/// Appends the reduction of a part. `first_operand`: the number among all clusters of the one that
/// is operand 0.
int Order::append_part(const Hierarchy& hierarchy, const Part& part, int first_operand, int into,
                       int depth) {
  if (part.level == 0)
    return append(part.first, part.last - part.first, into, depth,
                  [&](int place, int /*into*/, int /*depth*/) {
                    return hierarchy.ranks[static_cast<std::size_t>(place)];
                  });
  const auto ranks = static_cast<int>(hierarchy.ranks.size());
  const Hierarchy::Level& level = hierarchy.levels[static_cast<std::size_t>(part.level) - 1];
  const int first = level.cluster_at(part.first);
  return append(first, level.cluster_at(part.last) - first, into, depth,
                [&](int cluster, int of_cluster, int depth_of_cluster) {
                  if (part.level == part.level_of_operands) return cluster - first_operand;
                  const auto at = static_cast<std::size_t>(cluster);
                  return append_part(hierarchy,
                                     {.first = level.starts[at],
                                      .last = level.end(at, ranks),
                                      .level = part.level - 1,
                                      .level_of_operands = part.level_of_operands},
                                     first_operand, of_cluster, depth_of_cluster);
                });
}

Order Order::of_operands(int operands) {
  Order order;
  order.value_ = order.append(0, operands, result, 0,
                              [](int operand, int /*into*/, int /*depth*/) { return operand; });
  return order;
}

Order Order::of_all(const Hierarchy& hierarchy) {
  return of_part(hierarchy, {.first = 0,
                             .last = static_cast<int>(hierarchy.ranks.size()),
                             .level = static_cast<int>(hierarchy.levels.size()),
                             .level_of_operands = 0});
}

Order Order::of_part(const Hierarchy& hierarchy, const Part& part) {
  Order order;
  const int first_operand =
      part.level_of_operands == 0
          ? 0
          : hierarchy.levels[static_cast<std::size_t>(part.level_of_operands) - 1].cluster_at(
                part.first);
  order.value_ = order.append_part(hierarchy, part, first_operand, result, 0);
  return order;
}

}  // namespace allfold::node
