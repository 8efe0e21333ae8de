/// The checker proves of each rank the blocks that it wants, whatever the collective.
#include <gtest/gtest.h>

#include <string_view>
#include <utility>
#include <vector>

#include "algorithms/registry.hpp"
#include "faults.hpp"

namespace allfold::proof {
namespace {

using schedule::OperandOrder;

/// The schedules of a Reduce_scatter by this kernel.
Schedules schedules_of(std::string_view kernel, int ranks) {
  Schedules schedules;
  for (int rank = 0; rank < ranks; ++rank)
    schedules.push_back(schedule::flatten(algorithms::find_kernel(kernel)->generate(
        {.collective = schedule::Collective::reduce_scatter, .ranks = ranks, .rank = rank})));
  return schedules;
}

/// Each rank wants its own share.
Goal own_shares(const Schedules& schedules, OperandOrder order) {
  return goal_of({.collective = schedule::Collective::reduce_scatter, .ranks = schedules[0].ranks},
                 schedules[0].blocks, order);
}

Proof prove_scatter(const Schedules& schedules, OperandOrder order = OperandOrder::rank_order) {
  return prove(schedules, program::Binding::separate, own_shares(schedules, order));
}

void expect_proved(const Proof& proof, int ranks) {
  EXPECT_TRUE(proof.holds()) << ranks << " ranks: " << proof.defects[0].text();
}

TEST(Wanted, are_own_shares_after_a_pairwise_exchange) {
  for (int ranks = 1; ranks <= 128; ++ranks) {
    const Proof proof = prove_scatter(schedules_of("ring-ordered", ranks));
    expect_proved(proof, ranks);
    EXPECT_TRUE(proof.has_one_bracketing()) << ranks;
  }
}

TEST(Wanted, are_own_shares_after_partial_sums_have_gone_round) {
  for (int ranks = 1; ranks <= 128; ++ranks) {
    const Schedules schedules = schedules_of("bucket", ranks);
    const Proof proof = prove_scatter(schedules, OperandOrder::any);
    expect_proved(proof, ranks);
    EXPECT_EQ(proof.keeps_rank_order, ranks <= 2) << ranks;
    EXPECT_EQ(proof.has_one_bracketing(), ranks <= 2) << ranks;
    EXPECT_EQ(prove_scatter(schedules).holds(), ranks <= 2) << ranks;
  }
}

TEST(Wanted, are_own_shares_after_halving_and_a_message_to_the_owner) {
  for (int ranks = 1; ranks <= 64; ++ranks) {
    const Proof proof = prove_scatter(schedules_of("halving-doubling", ranks));
    expect_proved(proof, ranks);
    EXPECT_TRUE(proof.has_one_bracketing()) << ranks;
  }
}

TEST(Wanted, may_be_less_than_a_program_computes) {
  const Schedules schedules = halving();
  Goal goal = goal_for(schedules);
  for (const schedule::Blocks some : {schedule::Blocks{}, low, high, whole}) {
    goal.wanted[1] = some;
    EXPECT_TRUE(prove(schedules, program::Binding::separate, goal).holds());
  }
  goal.wanted = {low, low};
  const Proof proof = prove(schedules, program::Binding::separate, goal);
  EXPECT_NE(proof.bracketing[0], 0U);
  EXPECT_EQ(proof.bracketing[1], 0U) << "no rank wants it";
  EXPECT_TRUE(proof.has_one_bracketing());
}

TEST(Wanted, blocks_that_a_rank_does_not_get_are_named) {
  const Schedules schedules = schedules_of("ring-ordered", 5);
  Goal goal = own_shares(schedules, OperandOrder::rank_order);
  std::swap(goal.wanted[1], goal.wanted[4]);
  const Proof proof = prove(schedules, program::Binding::separate, goal);
  expect_defect(proof, Fault::incomplete, 1, -1, 4);
  expect_defect(proof, Fault::incomplete, 4, -1, 1);

  // A rank that wants one block more than it gets.
  Schedules halved = halving();
  halved[0].rounds[1].receives.clear();
  halved[1].rounds[1].sends.clear();
  Goal halves{.wanted = {low, whole}};
  EXPECT_TRUE(prove(halved, program::Binding::separate, halves).holds());
  halves.wanted[0] = whole;
  expect_defect(prove(halved, program::Binding::separate, halves), Fault::incomplete, 0, -1, 1);
}

TEST(Wanted, blocks_that_reach_another_rank_are_named) {
  // Ranks 1 and 2 of 4 keep the blocks that halving has left them.
  Schedules schedules = schedules_of("halving-doubling", 4);
  for (const std::size_t rank : {1U, 2U}) schedules[rank].rounds.pop_back();
  const Proof proof = prove_scatter(schedules);
  expect_defect(proof, Fault::incomplete, 1, -1, 1);
  expect_defect(proof, Fault::incomplete, 2, -1, 2);
}

TEST(Wanted, inputs_that_are_reduced_twice_are_named) {
  Schedules schedules = schedules_of("ring-ordered", 3);
  // Rank 2 reduces what it got from one of the others with itself.
  auto& reduction = std::get<schedule::Reduce>(schedules[2].rounds.back().locals.back());
  reduction.left = reduction.right;
  const int round = static_cast<int>(schedules[2].rounds.size()) - 1;
  expect_defect(prove_scatter(schedules), Fault::counted_twice, 2, round, 2);
}

TEST(Wanted, blocks_of_two_ranks_are_bracketed_alike) {
  // Rank 1 reduces ((0 1) 2) and rank 0 (0 (1 2)); both want the only block.
  Schedules schedules;
  for (const int rank : {0, 1, 2}) {
    schedule::Author author(3, rank, 1);
    const schedule::Memory first = author.new_scratch(author.all());
    const schedule::Memory second = author.new_scratch(author.all());
    for (const int distance : {1, 2}) {
      author.next_round();
      author.send((rank + distance) % 3, schedule::Memory::input, author.all());
      author.receive((rank + 3 - distance) % 3, distance == 1 ? first : second, author.all());
    }
    if (rank == 0) {  // it has got 2 first, then 1
      author.reduce({second, second, first, author.all()});
      author.reduce({schedule::Memory::result, schedule::Memory::input, second, author.all()});
    } else if (rank == 1) {  // it has got 0 first, then 2
      author.reduce({first, first, schedule::Memory::input, author.all()});
      author.reduce({schedule::Memory::result, first, second, author.all()});
    }
    schedules.push_back(std::move(author).finish());
  }
  const schedule::Blocks all{.first = 0, .last = 1};
  EXPECT_TRUE(prove(schedules, program::Binding::separate, {.wanted = {all, {}, {}}}).holds());
  EXPECT_TRUE(prove(schedules, program::Binding::separate, {.wanted = {{}, all, {}}}).holds());
  expect_defect(prove(schedules, program::Binding::separate, {.wanted = {all, all, {}}}),
                Fault::differs, 1, -1, 0);
}

}  // namespace
}  // namespace allfold::proof
