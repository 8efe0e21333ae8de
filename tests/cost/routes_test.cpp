/// The links that messages use in fat trees, dragonflies and tori.
#include "cost/routes.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <tuple>
#include <vector>

namespace allfold::cost {
namespace {

using Kind = Routes::Kind;

std::vector<Routes::Link> way(const CostModel& model, std::uint32_t from, std::uint32_t to) {
  std::vector<Routes::Link> links;
  Routes(model).for_each_link(from, to, [&](const Routes::Link& link) { links.push_back(link); });
  return links;
}
std::vector<Kind> kinds(const CostModel& model, std::uint32_t from, std::uint32_t to) {
  std::vector<Kind> kinds;
  for (const Routes::Link& link : way(model, from, to)) kinds.push_back(link.kind);
  return kinds;
}

TEST(Routes, of_a_fat_tree_lead_up_and_down) {
  const CostModel model{.groups = {.nodes = 4, .beta_far = 1}};
  EXPECT_EQ(kinds(model, 0, 3), (std::vector{Kind::adapter, Kind::adapter}));
  EXPECT_EQ(kinds(model, 0, 4),
            (std::vector{Kind::adapter, Kind::group_far, Kind::group_far, Kind::adapter}));
  EXPECT_TRUE(kinds(model, 5, 5).empty());
  CostModel of_three_levels = model;
  of_three_levels.groups.nodes = 8;
  of_three_levels.switches = {.nodes = 2, .beta_far = 1};
  EXPECT_EQ(Routes(of_three_levels).links_between(0, 1), 2);
  EXPECT_EQ(Routes(of_three_levels).links_between(0, 2), 4);
  EXPECT_EQ(Routes(of_three_levels).links_between(0, 8), 6);
  EXPECT_NE(way(model, 0, 4)[1].number, way(model, 4, 0)[1].number) << "another group";
  EXPECT_NE(way(model, 0, 4)[1].number, way(model, 4, 0)[2].number) << "the other way";
  EXPECT_EQ(way(model, 0, 4)[1].number, way(model, 3, 9)[1].number) << "shared";
}

TEST(Routes, without_chassis_lead_from_switch_to_switch) {
  const CostModel model{.switches = {.nodes = 4, .beta_pair = 1},
                        .groups = {.nodes = 32, .beta_pair = 1}};
  EXPECT_EQ(kinds(model, 0, 20), (std::vector{Kind::adapter, Kind::switch_pair, Kind::adapter}));
  EXPECT_EQ(kinds(model, 0, 40), (std::vector{Kind::adapter, Kind::group_pair, Kind::adapter}))
      << "which switch has the link is not known";
}

// Groups of two chassis of four switches of four nodes each. The link to group k is at switch k.
TEST(Routes, of_a_dragonfly_go_by_the_switch_that_has_the_link) {
  const CostModel model{.switches = {.nodes = 4, .beta_pair = 1},
                        .groups = {.nodes = 32, .beta_pair = 1},
                        .chassis = 16};
  const Routes routes(model);
  EXPECT_EQ(routes.links_between(0, 3), 2) << "one switch";
  EXPECT_EQ(routes.links_between(0, 4), 3) << "one chassis";
  EXPECT_EQ(routes.links_between(0, 16), 3) << "at the same place of another one";
  EXPECT_EQ(routes.links_between(0, 20), 4) << "at another place there";
  EXPECT_EQ(routes.links_between(4, 32), 3) << "both have the link";
  EXPECT_EQ(routes.links_between(0, 32), 4);
  EXPECT_EQ(routes.links_between(20, 32), 4) << "below the switch that has it";
  EXPECT_EQ(routes.links_between(16, 60), 7) << "two in each group";
  EXPECT_EQ(way(model, 0, 20)[1].number, way(model, 1, 4)[1].number)
      << "to the place first, and then to the chassis";
  EXPECT_EQ(way(model, 0, 20)[2].number, way(model, 4, 23)[1].number);
}

// Each link leads to a neighbour, and their number is minimal.
TEST(Routes, of_a_torus_go_the_shorter_way_round) {
  for (const Torus& torus : {Torus{.x = 7}, {.x = 5, .y = 4}, {.x = 2, .y = 3, .z = 4}}) {
    const std::vector<int> sizes{static_cast<int>(torus.x),
                                 torus.y < unknown ? static_cast<int>(torus.y) : 1,
                                 torus.z < unknown ? static_cast<int>(torus.z) : 1};
    const int nodes = sizes[0] * sizes[1] * sizes[2];
    const Routes routes({.torus = torus});
    for (int from = 0; from < nodes; ++from)
      for (int to = 0; to < nodes; ++to) {
        int at = from;
        int links = 0;
        routes.for_each_link(static_cast<std::uint32_t>(from), static_cast<std::uint32_t>(to),
                             [&](const Routes::Link& link) {
                               EXPECT_EQ(link.kind, Kind::torus);
                               const auto number = static_cast<int>(link.number);
                               EXPECT_EQ(number / 6, at);
                               const int dimension = number % 6 / 2;
                               int stride = 1;
                               for (int d = 0; d < dimension; ++d)
                                 stride *= sizes[static_cast<std::size_t>(d)];
                               const int size = sizes[static_cast<std::size_t>(dimension)];
                               const int place = at / stride % size;
                               at += ((place + (number % 2 == 1 ? 1 : size - 1)) % size - place) *
                                     stride;
                               ++links;
                             });
        EXPECT_EQ(at, to);
        int distance = 0;
        int stride = 1;
        for (const int size : sizes) {
          const int apart = std::abs(from / stride % size - to / stride % size);
          distance += std::min(apart, size - apart);
          stride *= size;
        }
        EXPECT_EQ(links, distance) << from << " to " << to;
      }
  }
}

TEST(Routes, tell_the_mean_way_from_the_shortest) {
  const CostModel ring{.link = {.alpha = 5}, .torus = {.x = 4}, .alpha_hop = 3};
  EXPECT_DOUBLE_EQ(links_of_mean_route(Routes(ring), 4), 4.0 / 3);
  EXPECT_DOUBLE_EQ(on_nodes(ring, 4).link.alpha, 6);
  EXPECT_DOUBLE_EQ(on_nodes(on_nodes(ring, 4), 4).link.alpha, 6) << "once and for all";
  EXPECT_DOUBLE_EQ(on_nodes(ring, 2).link.alpha, 5) << "neighbours";
  EXPECT_DOUBLE_EQ(on_nodes(ring, 1).link.alpha, 5);
  CostModel plain = ring;
  plain.alpha_hop = unknown;
  EXPECT_EQ(on_nodes(plain, 4), plain);
  const CostModel tree{.link = {.alpha = 5}, .groups = {.nodes = 2, .beta_far = 1}, .alpha_hop = 3};
  EXPECT_DOUBLE_EQ(on_nodes(tree, 4).link.alpha, 5 + 3 * 2 * 2.0 / 3);
}

// With many nodes a sample represents all. The mean distance is a quarter of each dimension that
// the nodes fill.
TEST(Routes, of_many_nodes_are_as_long_in_the_mean) {
  for (const auto& [torus, nodes, mean] :
       {std::tuple{Torus{.x = 4096}, 4096U, 1024.0},
        {Torus{.x = 64, .y = 64}, 4096U, 32.0},
        {Torus{.x = 100, .y = 64}, 6400U, 41.0},
        {Torus{.x = 16, .y = 8, .z = 8}, 1024U, 8.0},
        {Torus{.x = 1 << 20, .y = 2}, 1U << 20U, (1 << 20) / 4.0}})
    EXPECT_NEAR(links_of_mean_route(Routes({.torus = torus}), nodes), mean, 0.15 * mean) << nodes;
}

// Sizes that a file may contain; their products exceed 32 bits.
TEST(Routes, of_a_huge_torus_end) {
  const Routes routes({.torus = {.x = 1 << 20, .y = 1 << 20, .z = 1 << 20}});
  EXPECT_EQ(routes.links_between(0, 1), 1);
  EXPECT_EQ(routes.links_between(0, (1U << 20U) + 1), 2);
  EXPECT_EQ(routes.links_between(5, 1U << 19U), (1 << 19) - 5);
}

TEST(Routes, are_not_known_on_more_nodes_than_a_torus_has) {
  const CostModel small{.link = {.alpha = 5}, .torus = {.x = 3, .y = 4}, .alpha_hop = 3};
  EXPECT_TRUE(on_nodes(small, 12).torus.is_known());
  EXPECT_FALSE(on_nodes(small, 13).knows_routes());
  EXPECT_EQ(on_nodes(small, 13).link.alpha, 5);
}

}  // namespace
}  // namespace allfold::cost
