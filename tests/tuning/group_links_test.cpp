/// The links between groups of nodes, by what messages between them take at once.
#include "tuning/group_links.hpp"

#include <gtest/gtest.h>

namespace allfold::tuning {
namespace {

constexpr double beta = 1e-10;

cost::CostModel with(const FarTimes& times) {
  cost::CostModel model{.link = {.beta = beta}};
  set_group_links(model, times);
  return model;
}

TEST(GroupLinks, lead_to_all_others_where_a_third_group_changes_nothing) {
  const cost::CostModel model = with({.nodes_per_group = 16,
                                      .pairs = 8,
                                      .with_one_group = 4 * beta,
                                      .with_two_groups = 3.0 * beta});
  EXPECT_EQ(model.nodes_per_group, 16);
  EXPECT_DOUBLE_EQ(model.beta_far, 8 * beta) << "as many more as the group has more nodes";
  EXPECT_EQ(model.beta_pair, cost::CostModel::unknown);
}

TEST(GroupLinks, lead_to_all_others_where_there_are_two_groups) {
  const cost::CostModel model =
      with({.nodes_per_group = 4, .pairs = 4, .with_one_group = 2 * beta});
  EXPECT_EQ(model.nodes_per_group, 4);
  EXPECT_DOUBLE_EQ(model.beta_far, 2 * beta);
  EXPECT_EQ(model.beta_pair, cost::CostModel::unknown);
}

TEST(GroupLinks, lead_to_one_other_where_a_third_group_halves_the_time) {
  for (const double with_two : {4.0, 5.5}) {
    const cost::CostModel model = with({.nodes_per_group = 16,
                                        .pairs = 16,
                                        .with_one_group = 8 * beta,
                                        .with_two_groups = with_two * beta});
    EXPECT_EQ(model.nodes_per_group, 16);
    EXPECT_DOUBLE_EQ(model.beta_pair, 8 * beta);
    EXPECT_EQ(model.beta_far, cost::CostModel::unknown);
  }
  // No link is faster than that of a node.
  const cost::CostModel fast = with(
      {.nodes_per_group = 2, .pairs = 2, .with_one_group = 1.5 * beta, .with_two_groups = beta});
  EXPECT_DOUBLE_EQ(fast.beta_pair, 1.5 * beta);
  EXPECT_EQ(fast.beta_far, cost::CostModel::unknown);
}

// Two of three messages go by the fuller link.
TEST(GroupLinks, lead_to_one_other_where_a_third_group_takes_one_of_three) {
  const cost::CostModel model = with({.nodes_per_group = 3,
                                      .pairs = 3,
                                      .with_one_group = 6 * beta,
                                      .with_two_groups = 4.4 * beta});
  EXPECT_DOUBLE_EQ(model.beta_pair, 6 * beta);
  EXPECT_EQ(model.beta_far, cost::CostModel::unknown);
}

TEST(GroupLinks, are_not_known_where_messages_at_once_are_as_fast_as_alone) {
  const cost::CostModel model = with({.nodes_per_group = 16,
                                      .pairs = 16,
                                      .with_one_group = 1.1 * beta,
                                      .with_two_groups = 0.5 * beta});
  EXPECT_EQ(model, (cost::CostModel{.link = {.beta = beta}}));
}

}  // namespace
}  // namespace allfold::tuning
