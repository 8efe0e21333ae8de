/// The links between groups of nodes, derived from the times of simultaneous messages between them.
#include "tuning/group_links.hpp"

#include <gtest/gtest.h>

namespace allfold::tuning {
namespace {

constexpr double beta = 1e-10;

TEST(GroupLinks, lead_to_all_others_where_a_third_group_changes_nothing) {
  const cost::NodeGroups groups = groups_with({.nodes_per_group = 16,
                                               .pairs = 8,
                                               .with_one_group = 4 * beta,
                                               .with_two_groups = 3.0 * beta},
                                              beta);
  EXPECT_EQ(groups.nodes, 16);
  EXPECT_DOUBLE_EQ(groups.beta_far, 8 * beta) << "as many more as the group has more nodes";
  EXPECT_EQ(groups.beta_pair, cost::unknown);
}

TEST(GroupLinks, lead_to_all_others_where_there_are_two_groups) {
  const cost::NodeGroups groups =
      groups_with({.nodes_per_group = 4, .pairs = 4, .with_one_group = 2 * beta}, beta);
  EXPECT_EQ(groups.nodes, 4);
  EXPECT_DOUBLE_EQ(groups.beta_far, 2 * beta);
  EXPECT_EQ(groups.beta_pair, cost::unknown);
}

// Half of the messages go to the third group; of three messages one does, and the fuller link has
// two. No link is faster than that of a node.
TEST(GroupLinks, lead_to_one_other_where_a_third_group_takes_its_part) {
  struct Case {
    int nodes;
    double with_one, with_two;
  };
  for (const auto& [nodes, with_one, with_two] :
       {Case{16, 8, 4}, {16, 8, 5.5}, {3, 6, 4.4}, {2, 1.5, 1}}) {
    const cost::NodeGroups groups = groups_with({.nodes_per_group = nodes,
                                                 .pairs = nodes,
                                                 .with_one_group = with_one * beta,
                                                 .with_two_groups = with_two * beta},
                                                beta);
    EXPECT_EQ(groups.nodes, nodes);
    EXPECT_DOUBLE_EQ(groups.beta_pair, with_one * beta);
    EXPECT_EQ(groups.beta_far, cost::unknown);
  }
}

TEST(GroupLinks, are_not_known_where_messages_at_once_are_as_fast_as_alone) {
  const cost::NodeGroups groups = groups_with({.nodes_per_group = 16,
                                               .pairs = 16,
                                               .with_one_group = 1.1 * beta,
                                               .with_two_groups = 0.5 * beta},
                                              beta);
  EXPECT_EQ(groups, cost::NodeGroups());
}

}  // namespace
}  // namespace allfold::tuning
