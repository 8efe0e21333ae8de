#include "program/direct_receives.hpp"

#include <gtest/gtest.h>

#include "schedule/author.hpp"

namespace allfold::program {
namespace {

constexpr schedule::Blocks all{.first = 0, .last = 4};
constexpr schedule::Blocks lower{.first = 0, .last = 2};

schedule::Author author() { return schedule::Author(4, 0, 4); }

const schedule::Reduce& reduction(const schedule::Round& round) {
  return std::get<schedule::Reduce>(round.locals[0]);
}

TEST(DirectReceives, meet_the_input_in_the_result) {
  schedule::Author writer = author();
  writer.receive_and_reduce(1, schedule::Side::right, all);
  writer.next_round();
  writer.receive_and_reduce(2, schedule::Side::right, all);
  const schedule::Schedule schedule = with_direct_receives(std::move(writer).finish());

  EXPECT_EQ(schedule.rounds[0].receives[0].into, schedule::Memory::result);
  EXPECT_EQ(reduction(schedule.rounds[0]).left, schedule::Memory::input);
  EXPECT_EQ(reduction(schedule.rounds[0]).right, schedule::Memory::result);
  // The second one would overwrite the present content of the result.
  EXPECT_TRUE(schedule::is_scratch(schedule.rounds[1].receives[0].into));
  EXPECT_TRUE(schedule.scratch[0].room.empty());
  EXPECT_EQ(schedule.scratch[1].room, all);
}

TEST(DirectReceives, keep_the_order_of_operands) {
  schedule::Author writer = author();
  writer.receive_and_reduce(1, schedule::Side::left, all);
  const schedule::Schedule schedule = with_direct_receives(std::move(writer).finish());
  EXPECT_EQ(reduction(schedule.rounds[0]).left, schedule::Memory::result);
  EXPECT_EQ(reduction(schedule.rounds[0]).right, schedule::Memory::input);
}

TEST(DirectReceives, leave_blocks_of_the_result_alone_that_are_in_use) {
  schedule::Author writer = author();
  writer.receive(1, schedule::Memory::result, lower);
  writer.next_round();
  const schedule::Memory other = writer.new_scratch(all, schedule::Scratch::Life::passing);
  writer.receive(2, other, all);
  writer.reduce({.into = schedule::Memory::result,
                 .left = schedule::Memory::input,
                 .right = other,
                 .blocks = all});
  const schedule::Schedule schedule = with_direct_receives(std::move(writer).finish());
  EXPECT_EQ(schedule.rounds[1].receives[0].into, other);
}

TEST(DirectReceives, leave_scratch_alone_that_is_kept) {
  schedule::Author writer = author();
  const schedule::Memory kept = writer.new_scratch(all);
  writer.receive(2, kept, all);
  writer.reduce({.into = schedule::Memory::result,
                 .left = schedule::Memory::input,
                 .right = kept,
                 .blocks = all});
  const schedule::Schedule schedule = with_direct_receives(std::move(writer).finish());
  EXPECT_EQ(schedule.rounds[0].receives[0].into, kept);
}

}  // namespace
}  // namespace allfold::program
