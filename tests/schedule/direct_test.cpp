#include "schedule/direct.hpp"

#include <gtest/gtest.h>

#include "schedule/author.hpp"

namespace allfold {
namespace {

constexpr Blocks all{.first = 0, .last = 4};
constexpr Blocks lower{.first = 0, .last = 2};

Author author() { return Author(4, 0, 4); }

const Reduce& reduction(const Round& round) { return std::get<Reduce>(round.locals[0]); }

TEST(DirectReceives, meet_the_input_in_the_result) {
  Author writer = author();
  writer.receive_and_reduce(1, Side::right, all);
  writer.next_round();
  writer.receive_and_reduce(2, Side::right, all);
  const Schedule schedule = with_direct_receives(std::move(writer).finish());

  EXPECT_EQ(schedule.rounds[0].receives[0].into, Memory::result);
  EXPECT_EQ(reduction(schedule.rounds[0]).left, Memory::input);
  EXPECT_EQ(reduction(schedule.rounds[0]).right, Memory::result);
  // The second one meets what is in the result now.
  EXPECT_TRUE(is_scratch(schedule.rounds[1].receives[0].into));
  EXPECT_TRUE(schedule.scratch[0].room.empty());
  EXPECT_EQ(schedule.scratch[1].room, all);
}

TEST(DirectReceives, keep_the_order_of_operands) {
  Author writer = author();
  writer.receive_and_reduce(1, Side::left, all);
  const Schedule schedule = with_direct_receives(std::move(writer).finish());
  EXPECT_EQ(reduction(schedule.rounds[0]).left, Memory::result);
  EXPECT_EQ(reduction(schedule.rounds[0]).right, Memory::input);
}

TEST(DirectReceives, leave_blocks_of_the_result_alone_that_are_in_use) {
  Author writer = author();
  writer.receive(1, Memory::result, lower);
  writer.next_round();
  const Memory other = writer.new_scratch(all, Scratch::Life::passing);
  writer.receive(2, other, all);
  writer.reduce({.into = Memory::result, .left = Memory::input, .right = other, .blocks = all});
  const Schedule schedule = with_direct_receives(std::move(writer).finish());
  EXPECT_EQ(schedule.rounds[1].receives[0].into, other);
}

TEST(DirectReceives, leave_scratch_alone_that_is_kept) {
  Author writer = author();
  const Memory kept = writer.new_scratch(all);
  writer.receive(2, kept, all);
  writer.reduce({.into = Memory::result, .left = Memory::input, .right = kept, .blocks = all});
  const Schedule schedule = with_direct_receives(std::move(writer).finish());
  EXPECT_EQ(schedule.rounds[0].receives[0].into, kept);
}

}  // namespace
}  // namespace allfold
