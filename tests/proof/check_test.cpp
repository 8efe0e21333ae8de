/// The checker must name each fault of invalid schedules, with rank, round and block. Here: faults
/// between ranks, or in their results.
#include "proof/check.hpp"

#include <gtest/gtest.h>

#include <utility>

#include "algorithms/registry.hpp"
#include "faults.hpp"
#include "schedule/author.hpp"
#include "schedule/plan.hpp"

namespace allfold::proof {
namespace {

TEST(Checker, proves_what_is_right) {
  for (const program::Binding binding : {program::Binding::separate, program::Binding::in_place}) {
    EXPECT_TRUE(prove(halving(), binding).holds());
    EXPECT_TRUE(prove(star(), binding).holds());
  }
  EXPECT_TRUE(prove(star()).has_one_bracketing());
  EXPECT_TRUE(prove(star()).keeps_rank_order);
}

TEST(Checker, names_a_missing_receive) {
  Schedules schedules = star();
  schedules[2].rounds[1].receives.clear();
  expect_defect(prove(schedules), Fault::no_receive, 0, 3, 0);
}

TEST(Checker, names_a_missing_send) {
  Schedules schedules = halving();
  schedules[1].rounds[1].sends.clear();
  expect_defect(prove(schedules), Fault::no_send, 0, 1, 1);
}

TEST(Checker, names_a_swapped_operand) {
  Schedules schedules = halving();
  auto& reduce = std::get<schedule::Reduce>(schedules[1].rounds[0].locals[0]);
  std::swap(reduce.left, reduce.right);
  const Proof proof = prove(schedules);
  expect_defect(proof, Fault::out_of_order, 0, -1, 1);
  EXPECT_FALSE(proof.keeps_rank_order);
  // For a commutative operation this is valid, if all ranks get the same result.
  EXPECT_TRUE(
      prove(schedules, program::Binding::separate, goal_for(schedules, schedule::OperandOrder::any))
          .holds());
}

TEST(Checker, names_a_block_that_is_reduced_twice) {
  Schedules schedules = halving();
  schedules[0].rounds[0].locals.push_back(schedules[0].rounds[0].locals[0]);
  std::get<schedule::Reduce>(schedules[0].rounds[0].locals[1]).left = schedule::Memory::result;
  expect_defect(prove(schedules), Fault::counted_twice, 0, 0, 0);
}

// The typical in-place error: result = input ∘ scratch while the input is still being sent.
TEST(Checker, names_what_is_wrong_in_place_only) {
  Schedules schedules = halving();
  // Rank 0 reads its input again after the result was written.
  schedules[0].rounds[1].sends[0].from = schedule::Memory::input;
  schedules[0].rounds[0].locals.emplace_back(schedule::Reduce{.into = schedule::Memory::result,
                                                              .left = schedule::Memory::input,
                                                              .right = schedule::scratch(0),
                                                              .blocks = low});
  expect_defect(prove(schedules, program::Binding::in_place), Fault::counted_twice, 0, 0, 0);
}

TEST(Checker, names_receives_from_one_peer_in_the_wrong_order) {
  Schedules schedules;
  for (const int rank : {0, 1}) {
    schedule::Author author(2, rank, 2);
    if (rank == 0) {
      const schedule::Memory other = author.new_scratch(whole);
      author.receive(1, other, high);
      author.next_round();
      author.receive(1, other, low);
      author.reduce({schedule::Memory::result, schedule::Memory::input, other, whole});
    } else {
      author.send_partial(0, low);
      author.next_round();
      author.send_partial(0, high);
    }
    schedules.push_back(std::move(author).finish());
  }
  expect_defect(
      prove(schedules, program::Binding::separate,
            goal_for(schedules, schedule::OperandOrder::rank_order, schedule::Collective::reduce)),
      Fault::mismatch, 0, 0, 1);
}

TEST(Checker, names_a_deadlock_without_buffering) {
  // Each rank reduces the received data into the block that it is about to send to the other.
  Schedules schedules;
  for (const int rank : {0, 1}) {
    schedule::Author author(2, rank, 2);
    author.receive_and_reduce(1 - rank, rank == 0 ? schedule::Side::right : schedule::Side::left,
                              whole);
    author.next_round();
    author.send_partial(1 - rank, whole);
    schedules.push_back(std::move(author).finish());
  }
  expect_defect(prove(schedules), Fault::deadlock, 0, 0, 0);
  expect_defect(prove(schedules), Fault::deadlock, 1, 0, 0);
}

/// Cuts a round in two: the send, then the rest.
void send_first(schedule::Schedule& schedule, std::ptrdiff_t round) {
  schedule::Round sends;
  std::swap(sends.sends, schedule.rounds[static_cast<std::size_t>(round)].sends);
  schedule.rounds.insert(schedule.rounds.begin() + round, std::move(sends));
}

TEST(Checker, names_a_deadlock_of_rounds_with_blocking_sends) {
  // In the order of data nothing waits; but round by round no rank posts its receive.
  Schedules schedules = halving();
  for (schedule::Schedule& schedule : schedules) send_first(schedule, 0);
  const Proof proof = prove(schedules);
  expect_defect(proof, Fault::deadlock, 0, 0, 1);
  expect_defect(proof, Fault::deadlock, 1, 0, 0);
  ASSERT_FALSE(proof.holds());
  EXPECT_NE(proof.defects[0].text().find("round by round"), std::string::npos);
}

TEST(Checker, names_a_deadlock_of_ranks_that_run_by_rounds_where_others_do_not) {
  Schedules schedules;
  const algorithms::Kernel& kernel = *algorithms::find_kernel("circulant");
  for (int rank = 0; rank < 4; ++rank) {
    schedules.push_back(schedule::flatten(kernel.generate({.ranks = 4, .rank = rank})));
    // The odd ones have two messages in a round.
    EXPECT_EQ(program::link(schedules.back(), program::Binding::separate).may_run_by_rounds(),
              rank % 2 == 0);
  }
  const Goal goal = goal_for(schedules, schedule::OperandOrder::any);
  EXPECT_TRUE(prove(schedules, program::Binding::separate, goal).holds());
  // The first messages of these two go to each other.
  for (const std::size_t rank : {0U, 2U}) send_first(schedules[rank], 0);
  const Proof proof = prove(schedules, program::Binding::separate, goal);
  expect_defect(proof, Fault::deadlock, 0, 0, 2);
  expect_defect(proof, Fault::deadlock, 2, 0, 0);
}

TEST(Checker, does_not_run_by_rounds_what_the_executor_does_not) {
  // A send that needs nothing of the message before: round by round both ranks would wait for ever.
  Schedules schedules;
  for (const int rank : {0, 1}) {
    schedule::Author author(2, rank, 2);
    const schedule::Memory other = author.new_scratch(whole);
    author.receive(1 - rank, other, whole);
    author.next_round();
    author.send(1 - rank, schedule::Memory::input, whole);
    author.next_round();
    author.reduce({.into = schedule::Memory::result,
                   .left = rank == 0 ? schedule::Memory::input : other,
                   .right = rank == 0 ? other : schedule::Memory::input,
                   .blocks = whole});
    schedules.push_back(std::move(author).finish());
  }
  EXPECT_TRUE(prove(schedules).holds());
}

TEST(Checker, names_an_incomplete_result) {
  Schedules schedules = star();
  schedules[0].rounds[1].locals.clear();
  expect_defect(prove(schedules), Fault::incomplete, 0, -1, 0);
}

TEST(Checker, names_a_read_of_nothing) {
  Schedules schedules = star();
  schedules[0].rounds[2].sends[0].from = schedule::scratch(1);
  schedules[0].rounds[1].receives[0].into = schedule::scratch(0);
  std::get<schedule::Reduce>(schedules[0].rounds[1].locals[0]).right = schedule::scratch(0);
  expect_defect(prove(schedules), Fault::reads_nothing, 0, 2, 0);
}

TEST(Checker, names_results_that_differ) {
  // Each rank reduces all three inputs by itself, rank 2 with another bracketing.
  Schedules schedules;
  for (const int rank : {0, 1, 2}) {
    schedule::Author author(3, rank, 1);
    std::vector<schedule::Memory> of(3, schedule::Memory::input);
    for (const int peer : {0, 1, 2}) {
      if (peer == rank) continue;
      of[static_cast<std::size_t>(peer)] = author.new_scratch({.first = 0, .last = 1});
      author.receive(peer, of[static_cast<std::size_t>(peer)], {.first = 0, .last = 1});
      author.send(peer, schedule::Memory::input, {.first = 0, .last = 1});
    }
    const schedule::Memory spare = author.new_scratch({.first = 0, .last = 1});
    const std::size_t first = rank == 2 ? 1 : 0;
    author.reduce({spare, of[first], of[first + 1], {.first = 0, .last = 1}});
    author.reduce({schedule::Memory::result,
                   rank == 2 ? of[0] : spare,
                   rank == 2 ? spare : of[2],
                   {.first = 0, .last = 1}});
    schedules.push_back(std::move(author).finish());
  }
  expect_defect(prove(schedules), Fault::differs, 2, -1, 0);
}

TEST(Checker, names_one_wrong_block_among_many_that_are_right) {
  Schedules schedules;
  for (const int rank : {0, 1}) {
    schedule::Author author(2, rank, 9);
    author.send_partial(1 - rank, author.all());
    author.receive_and_reduce(1 - rank, rank == 0 ? schedule::Side::right : schedule::Side::left,
                              author.all());
    schedules.push_back(std::move(author).finish());
  }
  EXPECT_TRUE(prove(schedules).holds());
  std::vector<schedule::Local>& locals = schedules[1].rounds[0].locals;
  const auto reduce = std::get<schedule::Reduce>(locals[0]);
  locals = {schedule::Reduce{reduce.into, reduce.left, reduce.right, {.first = 0, .last = 5}},
            schedule::Reduce{reduce.into, reduce.right, reduce.left, {.first = 5, .last = 6}},
            schedule::Reduce{reduce.into, reduce.left, reduce.right, {.first = 6, .last = 9}}};
  const Proof proof = prove(schedules);
  expect_defect(proof, Fault::out_of_order, 1, -1, 5);
  EXPECT_EQ(proof.defects.size(), 1U);
}

/// Two vectors of rank 0 are sent to rank 1 as one message.
Schedules two_in_a_row() {
  Schedules schedules;
  for (const int rank : {0, 1}) {
    schedule::Author author(2, rank, 2);
    const schedule::Memory row = author.new_scratch_row(author.all(), 2);
    if (rank == 0) {
      for (const int v : {0, 1})
        author.copy({.into = schedule::moved_on(row, v),
                     .from = schedule::Memory::input,
                     .blocks = author.all()});
      author.next_round();
      author.send(1, row, author.all(), 2);
    } else {
      author.receive(0, row, author.all(), 2);
      author.reduce({schedule::Memory::result, schedule::moved_on(row, 1), schedule::Memory::input,
                     author.all()});
    }
    schedules.push_back(std::move(author).finish());
  }
  return schedules;
}

TEST(Checker, follows_all_vectors_of_a_message) {
  const Goal goal =
      goal_for(two_in_a_row(), schedule::OperandOrder::rank_order, schedule::Collective::reduce, 1);
  const auto prove_row = [&](const Schedules& schedules) {
    return prove(schedules, program::Binding::separate, goal);
  };
  EXPECT_TRUE(prove_row(two_in_a_row()).holds());
  Schedules apart = two_in_a_row();
  apart[0].scratch[1].packing = schedule::Scratch::Packing::apart;
  expect_defect(prove_row(apart), Fault::illegal, 0, 1, 0);
  Schedules one = two_in_a_row();
  one[0].rounds[1].sends[0].vectors = 1;
  expect_defect(prove_row(one), Fault::mismatch, 1, 0, 0);
  Schedules overwritten = two_in_a_row();
  overwritten[0].rounds[1].locals.emplace_back(schedule::Copy{
      .into = schedule::scratch(1), .from = schedule::Memory::input, .blocks = whole});
  EXPECT_TRUE(prove_row(overwritten).holds()) << "the copy waits for the message";
}

}  // namespace
}  // namespace allfold::proof
