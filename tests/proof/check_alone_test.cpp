/// The checker must name each fault of invalid schedules, with rank, round and block. Here: faults
/// in a single rank's program.
#include "proof/check.hpp"

#include <gtest/gtest.h>

#include "faults.hpp"
#include "program/link.hpp"
#include "schedule/author.hpp"

namespace allfold::proof {
namespace {

TEST(Checker, names_two_writers_in_one_round) {
  Schedules schedules = star();
  // Rank 0 receives both vectors into the same scratch, in one round.
  schedule::Schedule& root = schedules[0];
  root.rounds[0].receives.push_back({.peer = 2, .into = schedule::scratch(0), .blocks = whole});
  root.rounds[1].receives.clear();
  expect_defect(prove(schedules), Fault::race, 0, 0, 0);
}

TEST(Checker, names_an_overwrite_of_what_is_being_sent) {
  Schedules schedules = halving();
  // In its second round each rank receives into the block that it sends.
  schedules[0].rounds[1].receives[0].blocks = low;
  schedules[1].rounds[1].sends[0].blocks = low;
  expect_defect(prove(schedules), Fault::race, 0, 1, 0);
}

TEST(Checker, names_illegal_operations) {
  Schedules schedules = halving();
  schedules[0].rounds[1].receives[0].into = schedule::Memory::input;
  expect_defect(prove(schedules), Fault::illegal, 0, 1, 1);
  schedules = halving();
  schedules[1].rounds[0].sends[0].peer = 1;
  expect_defect(prove(schedules), Fault::illegal, 1, 0, 0);
  schedules = halving();
  schedules[0].rounds[0].receives[0].into = schedule::scratch(7);
  expect_defect(prove(schedules), Fault::illegal, 0, 0, 0);
  schedules = halving();
  schedules[0].rounds[0].receives[0].blocks = {.first = 1, .last = 3};
  expect_defect(prove(schedules), Fault::illegal, 0, 0, 1);
}

/// Removes the last wait for an operation.
void forget_last_successor(program::Program& program, std::size_t earlier) {
  program::Operation& operation = program.operations[earlier];
  const auto later = static_cast<std::size_t>(program.successors_of(operation).back());
  --operation.successors;
  --program.operations[later].predecessors;
}

TEST(Checker, names_a_race_that_the_links_leave_open) {
  schedule::Author author(2, 0, 2);
  const schedule::Memory other = author.new_scratch(whole);
  author.receive(1, other, whole);                                                   // 0
  author.reduce({schedule::Memory::result, schedule::Memory::input, other, whole});  // 1
  author.next_round();
  author.receive(1, other, whole);  // 2
  program::Program program = program::link(std::move(author).finish(), program::Binding::separate);
  EXPECT_TRUE(check_alone(program).holds());
  forget_last_successor(program, 0);
  EXPECT_TRUE(check_alone(program).holds()) << "2 waits for 1, which waits for 0";
  forget_last_successor(program, 1);
  expect_defect(check_alone(program), Fault::race, 0, 1, 0);
}

TEST(Checker, names_a_wrong_number_of_waits) {
  program::Program program = program::link(halving()[0], program::Binding::separate);
  --program.operations[2].predecessors;
  expect_defect(check_alone(program), Fault::illegal, 0, 0, 0);
}

TEST(Checker, names_a_message_that_does_not_wait_for_its_turn) {
  program::Program program = program::link(halving()[0], program::Binding::separate);
  // The second send of the program; the first is operation 1.
  program.operations[1].next_in_turn = -1;
  --program.operations[4].predecessors;
  expect_defect(check_alone(program), Fault::illegal, 0, 1, 0);
}

// Round by round the two messages of a round start together, whatever they wait for.
TEST(Checker, names_a_wait_that_is_not_kept_round_by_round) {
  program::Program program = program::link(halving()[0], program::Binding::separate);
  ASSERT_TRUE(program.may_run_by_rounds());
  // The send beside the receive, operation 0, waits for its completion.
  const auto successors = program.successors_of(program.operations[0]);
  std::vector<std::int32_t> later{1};
  later.insert(later.end(), successors.begin(), successors.end());
  program.operations[0].first_successor = static_cast<std::int32_t>(program.successors.size());
  program.operations[0].successors = static_cast<std::int32_t>(later.size());
  program.successors.insert(program.successors.end(), later.begin(), later.end());
  ++program.operations[1].predecessors;
  expect_defect(check_alone(program), Fault::illegal, 0, 0, 1);
}

// Blocks may differ by an element: the first block of a segment may overlap the second of another.
TEST(Checker, names_places_in_which_segments_may_lie_over_each_other) {
  const auto program = [](schedule::Blocks second) {
    schedule::Author author(2, 0, 8);
    const schedule::Memory other =
        author.new_scratch(author.all(), schedule::Scratch::Life::passing);
    for (const schedule::Blocks blocks : {schedule::Blocks{.first = 0, .last = 1}, second}) {
      author.next_round();
      author.receive(1, other, blocks);
      author.reduce({schedule::Memory::result, schedule::Memory::input, other, blocks});
    }
    schedule::Schedule schedule = std::move(author).finish();
    schedule.segment = 4;
    schedule.scratch[0].places = 1;
    return program::link(schedule, program::Binding::separate);
  };
  EXPECT_TRUE(check_alone(program({.first = 4, .last = 6})).holds());
  expect_defect(check_alone(program({.first = 5, .last = 6})), Fault::illegal, 0, 1, 5);
}

}  // namespace
}  // namespace allfold::proof
