#include "schedule/plan.hpp"

#include <gtest/gtest.h>

#include "program/compile.hpp"
#include "proof/check.hpp"
#include "schedule/author.hpp"

namespace allfold::schedule {
namespace {

constexpr Blocks both{.first = 0, .last = 2};
constexpr Blocks lower{.first = 0, .last = 1};
constexpr Blocks upper{.first = 1, .last = 2};

/// Two ranks exchange one block and reduce it.
Schedule exchange(int number) {
  Author author(2, number, 1);
  author.send_partial(1 - number, author.all());
  author.receive_and_reduce(1 - number, number == 0 ? Side::right : Side::left, author.all());
  return std::move(author).finish();
}

Plan plan_of(int ranks, int rank, std::vector<Stage> stages) {
  return {.ranks = ranks, .rank = rank, .blocks = 2, .stages = std::move(stages)};
}

proof::Proof proof_of(std::vector<Plan> plans, program::Binding binding) {
  std::vector<program::Program> programs;
  for (const Plan& plan : plans) programs.push_back(program::compile(plan, binding));
  return proof::check(programs, proof::goal_of({.ranks = static_cast<int>(programs.size())},
                                               programs[0].blocks, OperandOrder::rank_order));
}

TEST(Plan, has_for_a_later_stages_input_what_stages_before_have_written) {
  const Schedule flat =
      flatten(plan_of(4, 3,
                      {{.group = {1, 3}, .slice = lower, .schedule = exchange(1)},
                       {.group = {2, 3}, .slice = lower, .schedule = exchange(1)},
                       {.group = {2, 3}, .slice = upper, .schedule = exchange(1)}}));
  ASSERT_EQ(flat.rounds.size(), 3U);
  EXPECT_EQ(flat.rounds[0].sends[0].peer, 1);
  EXPECT_EQ(flat.rounds[0].sends[0].from, Memory::input);
  EXPECT_EQ(flat.rounds[1].sends[0].from, Memory::result);
  EXPECT_EQ(flat.rounds[1].sends[0].blocks, lower);
  // No stage has touched these blocks.
  EXPECT_EQ(flat.rounds[2].sends[0].from, Memory::input);
  EXPECT_EQ(flat.rounds[2].sends[0].blocks, upper);
}

TEST(Plan, has_a_ranks_own_input_after_stages_in_which_it_did_nothing) {
  // Rank 2 is not in the first stage, and does nothing in the second.
  const Schedule nothing{.ranks = 2, .rank = 1, .blocks = 1, .scratch = {}, .rounds = {}};
  const Stage idle{.group = {0, 2}, .slice = both, .schedule = nothing};
  const Schedule flat =
      flatten(plan_of(3, 2, {idle, {.group = {0, 2}, .slice = both, .schedule = exchange(1)}}));
  ASSERT_EQ(flat.rounds.size(), 1U);
  EXPECT_EQ(flat.rounds[0].sends[0].from, Memory::input);
}

TEST(Plan, goes_as_messages_are_ready_if_one_stage_does) {
  Schedule second = exchange(1);
  for (const Pace pace : {Pace::in_step, Pace::as_ready}) {
    second.pace = pace;
    const Schedule flat =
        flatten(plan_of(4, 3,
                        {{.group = {1, 3}, .slice = lower, .schedule = exchange(1)},
                         {.group = {2, 3}, .slice = lower, .schedule = second},
                         {.group = {2, 3}, .slice = upper, .schedule = exchange(1)}}));
    EXPECT_EQ(flat.pace, pace);
  }
}

TEST(Plan, of_stages_on_different_ranks_is_proved_in_both_bindings) {
  for (const program::Binding binding : {program::Binding::separate, program::Binding::in_place}) {
    std::vector<Plan> plans;
    for (int rank = 0; rank < 4; ++rank) {
      const int row = rank / 2;
      const int column = rank % 2;
      plans.push_back(
          plan_of(4, rank,
                  {{.group = {2 * row, 2 * row + 1}, .slice = both, .schedule = exchange(column)},
                   {.group = {column, column + 2}, .slice = lower, .schedule = exchange(row)},
                   {.group = {column, column + 2}, .slice = upper, .schedule = exchange(row)}}));
    }
    const proof::Proof proof = proof_of(std::move(plans), binding);
    EXPECT_TRUE(proof.holds()) << proof.defects[0].text();
    EXPECT_TRUE(proof.keeps_rank_order);
  }
}

/// A stage that receives into one scratch vector for each of `lives`.
Stage stage_with_scratch(Blocks slice, const std::vector<Scratch::Life>& lives) {
  Author author(2, 0, 1);
  for (const Scratch::Life life : lives)
    author.receive(1, author.new_scratch(author.all(), life), author.all());
  return {.group = {0, 1}, .slice = slice, .schedule = std::move(author).finish()};
}

TEST(Plan, shares_scratch_vectors_of_one_life_between_stages) {
  constexpr auto passing = Scratch::Life::passing;
  constexpr auto lasting = Scratch::Life::lasting;
  const Schedule flat = flatten(plan_of(2, 0,
                                        {stage_with_scratch(lower, {lasting, passing}),
                                         stage_with_scratch(upper, {passing, passing})}));
  ASSERT_EQ(flat.scratch.size(), 3U);
  EXPECT_EQ(flat.scratch[0].life, lasting);
  EXPECT_EQ(flat.scratch[0].room, lower);
  EXPECT_EQ(flat.scratch[1].life, passing);
  EXPECT_EQ(flat.scratch[1].room, both);
  EXPECT_EQ(flat.scratch[2].room, upper);
  EXPECT_EQ(flat.rounds[1].receives[0].into, scratch(1));
  EXPECT_EQ(flat.rounds[1].receives[1].into, scratch(2));
}

}  // namespace
}  // namespace allfold::schedule
