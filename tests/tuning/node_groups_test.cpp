/// Groups of nodes, detected in the times of messages.
#include "tuning/node_groups.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>

namespace allfold::tuning {
namespace {

const std::vector<int> none;

Distances times(std::size_t nodes, const std::function<double(std::size_t, std::size_t)>& of) {
  Distances seconds(nodes, std::vector<double>(nodes));
  for (std::size_t a = 0; a < nodes; ++a)
    for (std::size_t b = 0; b < nodes; ++b)
      if (a != b) seconds[a][b] = of(a, b);
  return seconds;
}
double in_groups(std::size_t size, std::size_t a, std::size_t b) {
  return a / size == b / size ? 1e-6 : 1.4e-6;
}
/// Adds up to 4 %, different for each pair.
double with_noise(double seconds, std::size_t a, std::size_t b) {
  return seconds * (1 + 0.01 * static_cast<double>((a * 7 + b * 13) % 5));
}

TEST(NodeGroups, are_found_by_the_times_of_messages) {
  for (const std::size_t size : {2U, 3U, 4U, 8U, 16U})
    for (const std::size_t nodes : {2 * size, 3 * size + 1}) {
      if (nodes < 4) continue;
      EXPECT_EQ(nodes_of_groups(times(nodes,
                                      [&](std::size_t a, std::size_t b) {
                                        return with_noise(in_groups(size, a, b), a, b);
                                      })),
                std::vector{static_cast<int>(size)})
          << nodes << " nodes";
    }
}

TEST(NodeGroups, are_not_seen_where_all_are_as_near) {
  EXPECT_EQ(nodes_of_groups({}), none);
  EXPECT_EQ(nodes_of_groups(times(1, [](auto, auto) { return 1e-6; })), none);
  for (const std::size_t nodes : {2U, 3U, 4U, 16U, 33U})
    EXPECT_EQ(nodes_of_groups(times(
                  nodes, [](std::size_t a, std::size_t b) { return with_noise(1e-6, a, b); })),
              none);
}

// In a dragonfly the nodes at one router are closest, and nodes of one group are closer than
// others.
TEST(NodeGroups, are_found_on_two_levels) {
  struct Case {
    std::size_t inner, outer, nodes;
    std::vector<int> expected;
  };
  for (const Case& one : {Case{4, 32, 64, {4, 32}},
                          {4, 16, 64, {4, 16}},
                          {2, 4, 8, {2, 4}},
                          {3, 12, 39, {3, 12}},
                          {4, 32, 32, {4}}})
    EXPECT_EQ(nodes_of_groups(times(one.nodes,
                                    [&](std::size_t a, std::size_t b) {
                                      return with_noise(in_groups(one.inner, a, b), a, b) +
                                             in_groups(one.outer, a, b);
                                    })),
              one.expected)
        << one.inner << " in " << one.outer;
}

// A ring has many distances, and alternating nodes are no groups in rank order.
TEST(NodeGroups, are_not_seen_in_other_networks) {
  for (const std::size_t nodes : {8U, 16U, 64U})
    EXPECT_EQ(nodes_of_groups(times(nodes,
                                    [&](std::size_t a, std::size_t b) {
                                      const std::size_t apart = a > b ? a - b : b - a;
                                      return 1e-6 + 0.2e-6 * static_cast<double>(
                                                                 std::min(apart, nodes - apart));
                                    })),
              none)
        << nodes << " nodes";
  EXPECT_EQ(nodes_of_groups(times(
                16, [](std::size_t a, std::size_t b) { return a % 2 == b % 2 ? 1e-6 : 1.4e-6; })),
            none);
}

// One delayed pair says nothing about the others.
TEST(NodeGroups, are_seen_although_a_few_messages_were_late) {
  Distances seconds = times(16, [](std::size_t a, std::size_t b) { return in_groups(4, a, b); });
  seconds[0][1] = 1e-3;
  seconds[9][10] = 5e-6;
  EXPECT_EQ(nodes_of_groups(seconds), std::vector{4});
}

}  // namespace
}  // namespace allfold::tuning
