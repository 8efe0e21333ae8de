/// The costs of single kernels, and the cases in which the gap of a link makes a difference.
#include <gtest/gtest.h>

#include "algorithms/kernel_name.hpp"
#include "algorithms/programs.hpp"
#include "algorithms/registry.hpp"
#include "cost/critical_path.hpp"

namespace allfold::algorithms {
namespace {

// Commutative operations never need elimination: it is not cheaper for any number of ranks.
TEST(Circulant, never_costs_more_than_elimination) {
  const Kernel& circulant = *find_kernel("circulant");
  const Kernel& elimination = *find_kernel("elimination-overlapping");
  for (int ranks = 1; ranks <= 300; ++ranks) {
    const cost::Cost cost = circulant.claim({.ranks = ranks}).cost;
    const cost::Cost other = elimination.claim({.ranks = ranks}).cost;
    EXPECT_EQ(cost.rounds, other.rounds) << ranks;
    EXPECT_LE(cost.volume, other.volume) << ranks;
    EXPECT_LE(cost.reductions, other.reductions) << ranks;
  }
}

TEST(Circulant, saves_a_round_for_each_that_exchanges_whole_pieces) {
  const Kernel& kernel = *find_kernel("circulant");
  const auto rounds = [&](int ranks, int halvings) {
    const Task task{.ranks = ranks, .parameters = {.halvings = halvings}};
    return cost::cost_of(algorithms::programs_of(kernel, task, program::Binding::separate)).rounds;
  };
  EXPECT_EQ(rounds(16, 4), 8);
  EXPECT_EQ(rounds(16, 0), 4);
  EXPECT_EQ(rounds(12, 4), 8);
  EXPECT_EQ(rounds(12, 2), 6);
  EXPECT_EQ(rounds(12, 0), 6) << "three classes exchange nothing whole";
  EXPECT_EQ(rounds(13, 0), 8);
}

TEST(Circulant, gathers_to_the_root_at_the_price_of_one_way) {
  const Kernel& kernel = *find_kernel("circulant");
  const cost::CostModel model{.link = {.alpha = 1, .beta = 1, .f_alpha = 0.75, .f_beta = 0.5}};
  for (const int ranks : {2, 3, 7, 12, 16, 23})
    for (const int root : {0, ranks / 2})
      for (const Parameters& parameters : all_parameters(kernel, {.ranks = ranks})) {
        const Task task{.collective = Collective::reduce,
                        .ranks = ranks,
                        .root = root,
                        .parameters = parameters};
        EXPECT_NEAR(
            cost::critical_path(algorithms::programs_of(kernel, task, program::Binding::separate),
                                model, 1),
            cost::seconds(kernel.claim(task).cost, model, 1), 1e-9)
            << ranks << " ranks, root " << root << text_of(kernel, parameters);
      }
}

constexpr cost::CostModel with_gap{.link = {.alpha = 30, .beta = 1, .gap = 5}};
constexpr cost::CostModel without_gap{.link = {.alpha = 30, .beta = 1}};

TEST(Direct, takes_one_latency_where_there_is_a_gap) {
  const Kernel& kernel = *find_kernel("direct");
  for (const Collective collective : schedule::all_collectives)
    for (const int ranks : {2, 3, 7, 13, 40}) {
      const Task task{.collective = collective, .ranks = ranks};
      const auto programs = algorithms::programs_of(kernel, task, program::Binding::separate);
      const double others = ranks - 1;
      // Messages of 3 B.
      const double bytes = collective == Collective::reduce_scatter ? 3.0 * ranks : 3;
      const auto expect_time = [&](double gap, double start_ups) {
        cost::CostModel model = with_gap;
        model.link.gap = gap;
        SCOPED_TRACE(testing::Message() << ranks << " ranks, gap " << gap);
        EXPECT_DOUBLE_EQ(cost::critical_path(programs, model, bytes), start_ups + 3 * others);
        EXPECT_DOUBLE_EQ(seconds(kernel.claim(task), model, bytes), start_ups + 3 * others);
      };
      // A rank that does not send while it receives is free again after half the gap.
      const double gap = collective == Collective::reduce ? 2.5 : 5;
      expect_time(5, 30 + gap * (others - 1));
      for (const double none : {30.0, 40.0, cost::LinkCost{}.gap}) expect_time(none, 30 * others);
    }
}

// A rank sends all its messages while the first is in flight, and receives all later ones. Half of
// the gaps overlap with the latency of 25, but no more than that.
TEST(Gap, passes_half_in_the_latency_that_a_round_waits_for) {
  const auto expect_time = [](const char* steps, int ranks, const cost::LinkCost& link,
                              double time) {
    SCOPED_TRACE(testing::Message() << steps << ", gap " << link.gap);
    const Kernel& kernel = *find_kernel("composed");
    const Task task{.ranks = ranks,
                    .parameters = {.composition = parse_composition(steps).value()}};
    const Claim claim = kernel.claim(task);
    const cost::CostModel model = model_for(claim, {.link = link}, 0);
    EXPECT_NEAR(seconds(claim, model, 0), time, 1e-9);
    EXPECT_NEAR(
        program_seconds(programs_of(kernel, task, program::Binding::separate), claim, model, 0),
        time, 1e-9);
  };
  const cost::LinkCost link{.alpha = 30, .gap = 5};
  expect_time("4k4-4k4", 16, link, 2 * (30 + 2 * 2.5));
  expect_time("9k9-9k9", 81, link, 2 * (30 + 7 * 2.5));
  expect_time("13h13", 13, link, 2 * 12 * 5.0);
  // A message that a send of the next round needs may arrive first: the messages of a round are
  // completed together.
  expect_time("7k5", 7, link, (30 + 3 * 2.5) + 30);
  const cost::LinkCost longer{.alpha = 30, .gap = 20};
  expect_time("4k4-4k4", 16, longer, 2 * (30 + 2 * 20 - 10));
  cost::LinkCost busy = link;
  busy.latency = cost::Latency::of_processors;
  expect_time("4k4-4k4", 16, busy, 2 * (30 + 2 * 5));
  expect_time("7k5", 7, busy, (30 + 3 * 5) + 30);
}

// The formula counts the gaps of every round as in the round with the most messages.
TEST(Gap, of_rounds_with_different_numbers_of_messages_makes_the_formula_a_bound) {
  const auto sum_of = [](const char* steps) {
    const Composition composition = parse_composition(steps).value();
    return find_kernel("composed")
        ->claim({.ranks = static_cast<int>(ranks_of(composition)),
                 .parameters = {.composition = composition}})
        .sum;
  };
  EXPECT_EQ(sum_of("4k4-4k4"), Claim::Sum::exact);
  EXPECT_EQ(sum_of("4k4-2"), Claim::Sum::exact);
  EXPECT_EQ(sum_of("4k4-8k8"), Claim::Sum::bound);
  EXPECT_EQ(sum_of("16h16"), Claim::Sum::exact);
  EXPECT_EQ(sum_of("16h4"), Claim::Sum::bound) << "14 gaps, then 2 and 2";
}

// Messages between nodes, whose ranks share an adapter, use the same rounds.
TEST(Gap, passes_half_in_the_latency_of_lanes) {
  const Task task{.ranks = 10, .nodes = Nodes::in_succession(10, 2)};
  EXPECT_EQ(find_kernel("lanes")->claim(task).rounds_go, cost::Rounds::one_by_one);
}

TEST(Gap, is_that_of_the_link) {
  const auto programs =
      algorithms::programs_of(*find_kernel("direct"), {.ranks = 4}, program::Binding::separate);
  cost::CostModel model = with_gap;
  model.ranks_per_node = 4;
  model.inside = {.alpha = 2, .gap = 1};
  EXPECT_DOUBLE_EQ(cost::critical_path(programs, model, 3), 2 + 2 * 1);
}

TEST(Gap, makes_nothing_dearer) {
  for (const Kernel& kernel : kernels())
    for (const Collective collective : schedule::all_collectives)
      for (const int ranks : {5, 8, 13, 24}) {
        if (!kernel.serves(collective)) continue;
        const Task task{.collective = collective, .ranks = ranks};
        const auto programs = algorithms::programs_of(kernel, task, program::Binding::separate);
        EXPECT_LE(cost::critical_path(programs, with_gap, 64),
                  cost::critical_path(programs, without_gap, 64) + 1e-9)
            << kernel.name << " on " << ranks;
      }
}

TEST(Gap, changes_nothing_where_each_message_needs_the_one_before) {
  for (const std::string_view name : {"recursive-doubling", "bruck", "halving-doubling"})
    for (const int ranks : {4, 8, 16}) {
      const auto programs =
          algorithms::programs_of(*find_kernel(name), {.ranks = ranks}, program::Binding::separate);
      EXPECT_DOUBLE_EQ(cost::critical_path(programs, with_gap, 64),
                       cost::critical_path(programs, without_gap, 64))
          << name << " on " << ranks;
    }
}

// The first segment takes one latency per hop; the others follow at intervals of a gap.
TEST(Gap, lets_the_segments_of_a_chain_follow_each_other) {
  const Task task{.collective = Collective::reduce,
                  .ranks = 4,
                  .parameters = {.composition = parse_composition("4c16").value()}};
  const auto programs =
      algorithms::programs_of(*find_kernel("composed"), task, program::Binding::separate);
  EXPECT_DOUBLE_EQ(cost::critical_path(programs, with_gap, 16), 3 * (30 + 1) + 15 * (5 + 1));
  EXPECT_DOUBLE_EQ(cost::critical_path(programs, without_gap, 16), 18 * (30 + 1));
}

// The most rounds, bytes and reductions of the paths in the formula are those of the programs, for the
// root that takes longest.
TEST(BinaryBlocks, costs_as_many_rounds_bytes_and_reductions_as_its_formula_says) {
  const Kernel& kernel = *find_kernel("binary-blocks");
  for (const Collective collective : {Collective::allreduce, Collective::reduce})
    for (int ranks = 2; ranks <= 70; ++ranks) {
      Task task{.collective = collective, .ranks = ranks};
      const cost::Cost told = kernel.claim(task).by_term();
      if (collective == Collective::reduce) task.root = ranks - 1;
      const cost::Cost cost =
          cost::cost_of(algorithms::programs_of(kernel, task, program::Binding::separate));
      EXPECT_DOUBLE_EQ(told.rounds, cost.rounds) << ranks;
      EXPECT_DOUBLE_EQ(told.volume, cost.volume) << ranks;
      EXPECT_DOUBLE_EQ(told.reductions, cost.reductions) << ranks;
    }
}

// Both trees at once: three times the vector, where one tree up and down moves lg p times that.
TEST(DualRoot, moves_little_more_than_three_vectors_in_many_segments) {
  const Kernel& kernel = *find_kernel("dual-root");
  for (const int ranks : {6, 13, 30, 64, 100}) {
    const Task task{.ranks = ranks, .parameters = {.segments = 256}};
    EXPECT_LT(
        cost::cost_of(algorithms::programs_of(kernel, task, program::Binding::separate)).volume,
        3.1)
        << ranks;
  }
}

// The colours of the edges: if two edges of one rank had the same colour, the rank would receive or
// send twice in one slot.
TEST(TwoTree, has_one_exchange_in_each_slot) {
  const Kernel& kernel = *find_kernel("two-tree");
  for (int ranks = 2; ranks <= 600; ++ranks)
    for (const program::Program& program : algorithms::programs_of(
             kernel,
             {.collective = Collective::reduce, .ranks = ranks, .parameters = {.segments = 1}},
             program::Binding::separate))
      ASSERT_TRUE(program.one_exchange_a_round) << ranks << " ranks, rank " << program.rank;
}

TEST(TwoTree, moves_little_more_than_the_vector_in_many_segments) {
  const Kernel& kernel = *find_kernel("two-tree");
  for (const int ranks : {2, 3, 10, 13, 26, 64, 100})
    for (const int root : {0, ranks / 2}) {
      const Task task{.collective = Collective::reduce,
                      .ranks = ranks,
                      .root = root,
                      .parameters = {.segments = 256}};
      const cost::Cost cost =
          cost::cost_of(algorithms::programs_of(kernel, task, program::Binding::separate));
      EXPECT_LT(cost.volume, 1.03) << ranks;
      EXPECT_LT(cost.reductions, 1.03) << ranks;
    }
}

// A message whose data is available overtakes one that waits for a reduction.
TEST(TwoTree, reduces_beside_messages) {
  constexpr int segments = 32;
  constexpr double piece = 100;  // bytes
  constexpr double bytes = 2 * segments * piece;
  const Kernel& kernel = *find_kernel("two-tree");
  for (const auto& [ranks, levels] : {std::pair{4, 2}, {7, 2}, {13, 3}, {24, 4}, {64, 6}}) {
    const Task task{.collective = Collective::reduce,
                    .ranks = ranks,
                    .root = ranks / 2,
                    .parameters = {.segments = segments}};
    const Claim claim = kernel.claim(task);
    const auto programs = algorithms::programs_of(kernel, task, program::Binding::separate);
    std::vector<cost::CostModel> machines(3, with_gap);
    machines[1].gamma = 0.25;
    machines[2].gamma = 10;
    const std::vector<double> in_order = cost::critical_paths(programs, machines, bytes);
    const std::vector<double> found = program_seconds(programs, claim, machines, bytes);
    EXPECT_DOUBLE_EQ(found[0], in_order[0]) << ranks;
    const double beside_messages = in_order[0] + (levels + 1) * piece * 0.25;
    EXPECT_GE(found[1], beside_messages) << ranks;
    EXPECT_LE(found[1], beside_messages * 1.01) << ranks;
    EXPECT_LT(found[1], in_order[1]) << ranks;
    EXPECT_GE(found[2], bytes * 10) << "a rank reduces two halves";
    EXPECT_LE(found[2], in_order[2] * 1.1) << "their number is a bound";
  }
}

}  // namespace
}  // namespace allfold::algorithms
