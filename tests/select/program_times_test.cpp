#include "select/program_times.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "algorithms/programs.hpp"
#include "algorithms/registry.hpp"
#include "cost/critical_path.hpp"
#include "select/network.hpp"

namespace allfold::select {
namespace {

TEST(ProgramTimes, are_those_of_the_programs) {
  const algorithms::Kernel& kernel = *algorithms::find_kernel("elimination-overlapping");
  const cost::CostModel model = default_model(Network::high_speed);
  ProgramTimes times;
  for (const schedule::Collective collective : schedule::all_collectives) {
    const bool is_reduce = collective == schedule::Collective::reduce;
    const algorithms::Task task{.collective = collective,
                                .ranks = 13,
                                .root = is_reduce ? 6 : 0,
                                .parameters = {.halvings = 1}};
    const algorithms::Claim claim = kernel.claim(task);
    const auto programs = algorithms::programs_of(kernel, task, program::Binding::separate);
    for (const double bytes : {1.0, 8.0, 4096.0, 5000.0, 12288.0, 1048576.0, 1e10}) {
      const double expected =
          cost::critical_path(programs, algorithms::model_for(claim, model, bytes), bytes);
      const double found = times.seconds(kernel, task, claim, model, bytes);
      EXPECT_NEAR(found, expected, 0.01 * expected) << bytes;
      EXPECT_EQ(times.seconds(kernel, task, claim, model, bytes), found) << "kept";
    }
  }
  const algorithms::Kernel& two_tree = *algorithms::find_kernel("two-tree");
  const algorithms::Task long_reduce{.collective = schedule::Collective::reduce,
                                     .ranks = 13,
                                     .root = 6,
                                     .parameters = {.segments = 16}};
  const algorithms::Claim of_two_trees = two_tree.claim(long_reduce);
  constexpr double bytes = 1048576;
  const double expected = algorithms::program_seconds(
      algorithms::programs_of(two_tree, long_reduce, program::Binding::separate), of_two_trees,
      model, bytes);
  EXPECT_NEAR(times.seconds(two_tree, long_reduce, of_two_trees, model, bytes), expected,
              0.001 * expected);
  cost::CostModel slower = model;
  slower.link.alpha *= 2;
  const algorithms::Task task{.ranks = 13};
  const algorithms::Claim claim = kernel.claim(task);
  EXPECT_GT(times.seconds(kernel, task, claim, slower, 8),
            times.seconds(kernel, task, claim, model, 8));
}

// If ranks share links, programs are run for each length separately.
TEST(ProgramTimes, follow_links) {
  const algorithms::Kernel& kernel = *algorithms::find_kernel("recursive-doubling");
  cost::CostModel model = default_model(Network::high_speed);
  model.torus = {.x = 6, .y = 4};
  model.alpha_hop = 3e-7;
  const algorithms::Task task{.ranks = 24};
  const algorithms::Claim claim = kernel.claim(task);
  const auto programs = algorithms::programs_of(kernel, task, program::Binding::separate);
  ProgramTimes times;
  for (const double bytes : {1048576.0, 8.0, 5000.0, 3e7, 1e12, 6000.0, 1.0}) {
    const double expected = cost::critical_path(programs, model, bytes);
    EXPECT_NEAR(times.seconds(kernel, task, claim, model, bytes), expected, 0.02 * expected)
        << bytes;
  }
}

// For a root in the middle of the torus, more of its neighbours are on the routes to it.
TEST(ProgramTimes, are_of_reduces_to_rank_0_where_messages_have_ways) {
  const algorithms::Kernel& kernel = *algorithms::find_kernel("two-tree");
  cost::CostModel model = default_model(Network::high_speed);
  model.torus = {.x = 5, .y = 3};
  model.alpha_hop = 3e-7;
  const algorithms::Task task{.collective = schedule::Collective::reduce, .ranks = 13, .root = 4};
  const algorithms::Claim claim = kernel.claim(task);
  constexpr double bytes = 1 << 20;
  const auto seconds_to = [&](int root) {
    algorithms::Task other = task;
    other.root = root;
    return algorithms::program_seconds(
        algorithms::programs_of(kernel, other, program::Binding::separate), claim, model, bytes);
  };
  const double found = ProgramTimes().seconds(kernel, task, claim, model, bytes);
  EXPECT_NEAR(found, seconds_to(0), 0.01 * found);
  EXPECT_LT(seconds_to(6), 0.9 * found);
}

// Three messages follow each other in a round: at intervals of half a gap if they are short, of
// their transmission time if that is longer.
TEST(ProgramTimes, hide_gaps_behind_messages) {
  const algorithms::Kernel& kernel = *algorithms::find_kernel("recursive-multiplying");
  const algorithms::Task task{.ranks = 16, .parameters = {.radix = 4}};
  const cost::CostModel model{.link = {.alpha = 10e-6, .beta = 1e-9, .gap = 4e-6}};
  const algorithms::Claim claim = kernel.claim(task);
  EXPECT_EQ(claim.shortest_message, 1);
  ProgramTimes times;
  for (const double bytes : {8.0, 1024.0, 4096.0, 65536.0}) {
    const double on_link = 1e-9 * bytes;
    const double expected = 2 * (10e-6 + on_link + 2 * std::max(2e-6, on_link));
    EXPECT_NEAR(times.seconds(kernel, task, claim, model, bytes), expected, 1e-12) << bytes;
    EXPECT_NEAR(algorithms::seconds(claim, algorithms::model_for(claim, model, bytes), bytes),
                expected, 1e-12)
        << bytes;
  }
  // The formula of a ring is a bound, and the lengths near which messages hide a gap entirely are
  // not powers of two.
  const algorithms::Kernel& composed = *algorithms::find_kernel("composed");
  const algorithms::Task ring{
      .collective = schedule::Collective::reduce,
      .ranks = 31,
      .root = 15,
      .parameters = {.composition = algorithms::parse_composition("31h").value()}};
  const algorithms::Claim of_ring = composed.claim(ring);
  const auto programs = algorithms::programs_of(composed, ring, program::Binding::separate);
  const cost::CostModel network = default_model(Network::high_speed);
  const double hidden_from = network.link.gap / network.link.beta * 31;
  for (const double part : {0.1, 0.5, 0.71, 0.9, 1.0, 1.1, 1.41, 1.9, 3.0}) {
    const double bytes = part * hidden_from;
    const double expected =
        cost::critical_path(programs, algorithms::model_for(of_ring, network, bytes), bytes);
    EXPECT_NEAR(times.seconds(composed, ring, of_ring, network, bytes), expected, 0.005 * expected)
        << part;
  }
  const cost::CostModel without_gap{.link = {.alpha = 10e-6, .beta = 1e-9}};
  EXPECT_EQ(algorithms::model_for(claim, without_gap, 65536).link.hidden, 0);
}

TEST(ProgramTimes, serve_what_can_be_run) {
  const cost::CostModel model = default_model(Network::high_speed);
  const auto serve = [&](std::string_view name, int ranks, int ranks_per_node) {
    cost::CostModel own = model;
    own.ranks_per_node = ranks_per_node;
    return ProgramTimes::serve(*algorithms::find_kernel(name), {.ranks = ranks}, own);
  };
  EXPECT_TRUE(serve("bsbt", ProgramTimes::most_ranks, 1));
  EXPECT_FALSE(serve("bsbt", ProgramTimes::most_ranks + 1, 1));
  EXPECT_FALSE(serve("bsbt", 8, 2));
  EXPECT_FALSE(serve("node", 8, 1));

  cost::CostModel with_ways = model;
  with_ways.torus = {.x = 16, .y = 16};
  const algorithms::Kernel& bsbt = *algorithms::find_kernel("bsbt");
  EXPECT_TRUE(ProgramTimes::serve(bsbt, {.ranks = 256}, with_ways));
  EXPECT_FALSE(ProgramTimes::serve(bsbt, {.ranks = 257}, with_ways));
}

TEST(ProgramTimes, leave_out_programs_of_many_messages) {
  const auto can_run = [](std::string_view name, int ranks) {
    return ProgramTimes::can_run(algorithms::find_kernel(name)->claim({.ranks = ranks}), ranks);
  };
  EXPECT_TRUE(can_run("ring", 64));
  EXPECT_TRUE(can_run("direct", 64));
  EXPECT_FALSE(can_run("ring", 256));
  EXPECT_FALSE(can_run("direct", 256));
  EXPECT_TRUE(can_run("bucket-2d", 256));
  EXPECT_TRUE(can_run("postal-tree", 256));
}

}  // namespace
}  // namespace allfold::select
