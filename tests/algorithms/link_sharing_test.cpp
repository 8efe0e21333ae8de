/// The cost of shared links, computed by hand and from the programs of all ranks.
#include "algorithms/link_sharing.hpp"

#include <gtest/gtest.h>

#include "algorithms/kernel_name.hpp"
#include "algorithms/programs.hpp"
#include "algorithms/registry.hpp"
#include "cost/critical_path.hpp"

namespace allfold::algorithms {
namespace {

constexpr double taper = 4;

/// One byte takes one second on an unshared link; only bytes have a cost.
cost::CostModel in_groups_of(int nodes) {
  return {.link = {.beta = 1}, .groups = {.nodes = 1.0 * nodes, .beta_far = taper}};
}
/// Each pair of groups has a link of its own.
cost::CostModel in_linked_groups_of(int nodes) {
  return {.link = {.beta = 1}, .groups = {.nodes = 1.0 * nodes, .beta_pair = taper}};
}
cost::CostModel on_nodes_of(int ranks) {
  return {.link = {.beta = 1}, .ranks_per_node = ranks, .inside = {.beta = 1}, .beta_adapter = 1};
}

struct Case {
  const Kernel& kernel;
  Task task;
};
Case case_of(const std::string& name, int ranks, Collective collective = Collective::allreduce) {
  std::string error;
  const NamedKernel named = parse_kernel(name, error);
  EXPECT_EQ(error, "");
  return {.kernel = *named.kernel,
          .task = {.collective = collective, .ranks = ranks, .parameters = named.parameters}};
}

double sharing(const Case& one, const cost::CostModel& model) {
  return seconds_a_byte_of_sharing(one.kernel, one.task, model);
}
double executed(const Case& one, const cost::CostModel& model) {
  return cost::critical_path(programs_of(one.kernel, one.task, program::Binding::separate), model,
                             1);
}

// An eighth of the vector goes to the other group at a quarter of the speed, and an eighth comes
// back.
TEST(LinkSharing, is_that_of_all_ranks_that_send_to_another_group_at_once) {
  const Case halving = case_of("composed:steps=2h-2h-2h", 8);
  EXPECT_DOUBLE_EQ(sharing(halving, in_groups_of(4)), 2 * (taper - 1) / 8);
  EXPECT_DOUBLE_EQ(executed(halving, in_groups_of(4)), 2 * (7.0 / 8 + (taper - 1) / 8));
  const Case doubling = case_of("composed:steps=2-2-2", 8);
  EXPECT_DOUBLE_EQ(sharing(doubling, in_groups_of(4)), taper - 1);
  EXPECT_DOUBLE_EQ(executed(doubling, in_groups_of(4)), 3 + taper - 1);
}

TEST(LinkSharing, costs_nothing_where_few_send_far) {
  for (const char* name : {"ring", "bucket", "binary-tree", "composed:steps=8"}) {
    const Case one = case_of(name, 8);
    EXPECT_EQ(sharing(one, in_groups_of(8)), 0) << name << ": all are in one group";
  }
  const Case bucket = case_of("bucket", 8);
  EXPECT_EQ(sharing(bucket, in_groups_of(4)), 0) << "one of four";
  EXPECT_DOUBLE_EQ(executed(bucket, in_groups_of(4)), 14.0 / 8);
  const Case tree = case_of("binary-tree", 8, Collective::reduce);
  EXPECT_EQ(sharing(tree, in_groups_of(4)), 0);
}

// In the seven rounds of the ring, 1, 2, 3, 4, 3, 2 and 1 ranks of a group send to the other group.
TEST(LinkSharing, depends_on_how_many_send_far) {
  const Case ring = case_of("ring", 8);
  EXPECT_DOUBLE_EQ(sharing(ring, in_groups_of(4)), (1 + 2 + 3 + 2 + 1) / 8.0);
  EXPECT_DOUBLE_EQ(executed(ring, in_groups_of(4)), (7 + 9 + 7) / 8.0);
}

TEST(LinkSharing, is_that_of_each_two_groups_where_these_have_a_link) {
  const Case halving = case_of("composed:steps=2h-2h-2h", 8);
  EXPECT_DOUBLE_EQ(sharing(halving, in_linked_groups_of(2)), sharing(halving, in_groups_of(2)))
      << "in a round all of a group send to one other";
  EXPECT_DOUBLE_EQ(executed(halving, in_linked_groups_of(2)), executed(halving, in_groups_of(2)));
  EXPECT_EQ(sharing(halving, in_linked_groups_of(8)), 0) << "one group";
  // In many rounds some ranks of a group send to the next group, and the others to the one after
  // it.
  const Case ring = case_of("ring", 12);
  EXPECT_GT(sharing(ring, in_groups_of(4)), sharing(ring, in_linked_groups_of(4)));
  EXPECT_GT(executed(ring, in_groups_of(4)), executed(ring, in_linked_groups_of(4)));
}

// In one round a quarter of the vector goes to the other switch, in the next one an eighth goes to
// the other group.
TEST(LinkSharing, is_that_of_switches_in_groups) {
  const Case halving = case_of("composed:steps=2h-2h-2h", 8);
  cost::CostModel model = in_groups_of(4);
  model.switches = {.nodes = 2, .beta_pair = 5};
  const double inside = 2 * (5.0 - 1) / 4;
  EXPECT_DOUBLE_EQ(sharing(halving, model), inside + 2 * (taper - 1) / 8)
      << "no switch has a link to one of another group";
  EXPECT_DOUBLE_EQ(executed(halving, model), 2 * 7.0 / 8 + inside + 2 * (taper - 1) / 8);
  model.switches = {.nodes = 2, .beta_far = 5};
  EXPECT_DOUBLE_EQ(sharing(halving, model), inside + 2 * (5.0 - 1) / 8)
      << "what goes to another group leaves the switch";
  model.groups = {};
  EXPECT_DOUBLE_EQ(sharing(halving, model), inside + 2 * (5.0 - 1) / 8);
  EXPECT_DOUBLE_EQ(executed(halving, model), 2 * 7.0 / 8 + sharing(halving, model));
  model.switches = {.nodes = 2, .beta_pair = 5};
  EXPECT_DOUBLE_EQ(sharing(halving, model), inside + 2 * (5.0 - 1) / 8) << "one group";
}

// With both kinds of links the slower one determines the cost.
TEST(LinkSharing, is_that_of_the_slower_link) {
  const Case ring = case_of("ring", 12);
  cost::CostModel both = in_linked_groups_of(4);
  both.groups.beta_far = taper / 2;
  EXPECT_GE(executed(ring, both), executed(ring, in_linked_groups_of(4)));
  EXPECT_LT(executed(ring, both), executed(ring, in_groups_of(4)));
  both.groups.beta_far = taper;
  EXPECT_DOUBLE_EQ(executed(ring, both), executed(ring, in_groups_of(4)));
}

// The root receives the shares one after the other: no two of them use a link at the same time.
TEST(LinkSharing, costs_nothing_where_all_send_to_one) {
  for (const char* name : {"bucket", "direct"}) {
    const Case gathered = case_of(name, 16, Collective::reduce);
    const cost::CostModel flat{.link = {.beta = 1}};
    EXPECT_EQ(sharing(gathered, in_groups_of(4)), 0) << name;
    EXPECT_EQ(sharing(gathered, in_linked_groups_of(4)), 0) << name;
    cost::CostModel with_switches = in_groups_of(8);
    with_switches.switches = {.nodes = 4, .beta_far = taper, .beta_pair = taper};
    EXPECT_EQ(sharing(gathered, with_switches), 0) << name;
    EXPECT_DOUBLE_EQ(executed(gathered, in_groups_of(4)), executed(gathered, flat)) << name;
  }
  EXPECT_GT(sharing(case_of("direct", 16), in_groups_of(4)), 0) << "all send to all";
  // With many ranks, only some are examined.
  EXPECT_EQ(sharing(case_of("bucket", 1024, Collective::reduce), in_groups_of(16)), 0);
}

TEST(LinkSharing, costs_nothing_on_machines_whose_links_are_not_known) {
  const Case one = case_of("composed:steps=2-2-2", 8);
  EXPECT_EQ(sharing(one, {.link = {.beta = 1}}), 0);
  EXPECT_EQ(sharing(one, {.link = {.beta = 1}, .groups = {.beta_far = 4}}), 0);
  EXPECT_EQ(sharing(one, {.link = {.beta = 1}, .groups = {.nodes = 4}}), 0);
  EXPECT_EQ(executed(one, {.link = {.beta = 1}, .groups = {.nodes = 4}}), 3);
}

TEST(LinkSharing, is_that_of_the_ranks_of_a_node_that_send_to_others_at_once) {
  const Case halving = case_of("composed:steps=2h-2h-2h", 8);
  EXPECT_DOUBLE_EQ(sharing(halving, on_nodes_of(4)), 2 * (4 - 1) / 8.0);
  EXPECT_DOUBLE_EQ(executed(halving, on_nodes_of(4)), 2 * (7.0 / 8 + (4 - 1) / 8.0));
  cost::CostModel wide = on_nodes_of(4);
  wide.beta_adapter = 0.25;
  EXPECT_EQ(sharing(halving, wide), 0) << "as many adapters as ranks";
  EXPECT_DOUBLE_EQ(executed(halving, wide), 7.0 / 4);
}

// Neighbours in rank order are on different nodes: the nodes determine the cost, not the ranks.
TEST(LinkSharing, goes_by_the_nodes_on_which_ranks_are) {
  Case halving = case_of("composed:steps=2h-2h-2h", 8);
  const std::vector<std::uint64_t> by_turns{1, 2, 1, 2, 1, 2, 1, 2};
  halving.task.nodes = Nodes(by_turns);
  EXPECT_DOUBLE_EQ(sharing(halving, on_nodes_of(4)), 2 * (4 - 1) / 2.0);
}

// The lanes of a node send at the same time, each its own slice.
TEST(LinkSharing, is_that_of_lanes_too) {
  Case lanes = case_of("lanes:lanes=4,steps=2", 8);
  lanes.task.nodes = Nodes::in_succession(8, 4);
  EXPECT_DOUBLE_EQ(sharing(lanes, on_nodes_of(4)), (4 - 1) / 4.0);
  Case leaders = case_of("lanes:lanes=1,steps=2", 8);
  leaders.task.nodes = lanes.task.nodes;
  EXPECT_EQ(sharing(leaders, on_nodes_of(4)), 0);
}

// If all ranks do the same, all links of a torus in one direction carry the same load.
TEST(LinkSharing, is_that_of_the_links_of_a_torus) {
  // On a larger torus, the links between the ranks count.
  const cost::CostModel larger{.link = {.beta = 1}, .torus = {.x = 16, .y = 1024}};
  EXPECT_GT(sharing(case_of("recursive-doubling", 128), larger), 1 + 3 + 3);
  const cost::CostModel ring{.link = {.beta = 1}, .torus = {.x = 256}};
  EXPECT_EQ(sharing(case_of("bucket", 256), ring), 0) << "neighbours";
  // Messages of round i go 2^i links further, and each link carries as many messages.
  EXPECT_NEAR(sharing(case_of("recursive-doubling", 256), ring), 1 + 3 + 7 + 15 + 31 + 63 + 63, 25);
  const cost::CostModel square{.link = {.beta = 1}, .torus = {.x = 16, .y = 16}};
  const Case halving = case_of("composed:steps=2h-2h-2h-2h-2h-2h-2h-2h", 256);
  const double waited = executed(halving, square) - 2 * 255.0 / 256;
  EXPECT_LT(sharing(halving, square), waited)
      << "partners meet on some links, and leave others idle";
  EXPECT_GT(sharing(halving, square), waited / 2);
  EXPECT_EQ(sharing(case_of("bucket", 256, Collective::reduce), square), 0)
      << "the root takes shares one after the other";
}

// With hundreds of ranks, a sample of groups represents all.
TEST(LinkSharing, agrees_with_the_programs_of_all_ranks) {
  const cost::CostModel model = in_groups_of(16);
  cost::CostModel flat = model;
  flat.groups.beta_far = cost::unknown;
  for (const int ranks : {64, 100, 128})
    for (const char* name : {"halving-doubling", "circulant", "ring", "recursive-doubling"}) {
      const Case one = case_of(name, ranks);
      // A message has two pieces, and the ranks do not stay synchronised.
      const double tolerance = name == std::string("circulant") ? 0.2 : 0.15;
      EXPECT_NEAR(executed(one, flat) + sharing(one, model), executed(one, model),
                  tolerance * executed(one, model))
          << name << " on " << ranks << " ranks";
    }
}

// A sample of the nodes of a switch represents all, too.
TEST(LinkSharing, agrees_with_the_programs_of_switches_in_large_groups) {
  cost::CostModel flat{.link = {.beta = 1}};
  for (const cost::NodeGroups& switches :
       {cost::NodeGroups{.nodes = 4, .beta_pair = taper}, {.nodes = 50, .beta_far = taper}}) {
    cost::CostModel model = in_groups_of(200);
    model.switches = switches;
    for (const char* name : {"ring", "bucket", "composed:steps=2h-200", "composed:steps=200-2h"}) {
      // In most rounds few messages use a link between two switches, and these rounds overlap.
      if (switches.nodes == 4 && name == std::string("ring")) continue;
      const Case one = case_of(name, 400);
      EXPECT_NEAR(executed(one, flat) + sharing(one, model), executed(one, model),
                  0.15 * executed(one, model))
          << name << ", switches of " << switches.nodes << " nodes";
    }
  }
}

// A sample of the ranks of a large group represents all.
TEST(LinkSharing, agrees_with_the_programs_of_large_groups) {
  const cost::CostModel model = in_groups_of(200);
  cost::CostModel flat = model;
  flat.groups.beta_far = cost::unknown;
  for (const char* name : {"ring", "bucket", "composed:steps=2h-200"}) {
    const Case one = case_of(name, 400);
    EXPECT_NEAR(executed(one, flat) + sharing(one, model), executed(one, model),
                0.15 * executed(one, model))
        << name;
  }
}

}  // namespace
}  // namespace allfold::algorithms
