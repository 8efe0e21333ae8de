#include "node/waiting.hpp"

#include <gtest/gtest.h>

namespace allfold::node {
namespace {

int times_kept_going = 0;

class Waits : public ::testing::TestWithParam<bool> {};

// Only progress of messages ends the wait: with a processor of its own, on which the rank first
// spins and then yields, and on a shared processor.
TEST_P(Waits, KeepMessagesGoing) {
  times_kept_going = 0;
  Waiting waiting([] { ++times_kept_going; }, /*is_crowded=*/GetParam());
  constexpr int more_than_while_spinning = 100;
  waiting.until([] { return times_kept_going == more_than_while_spinning; }, [] { return false; });
  EXPECT_EQ(times_kept_going, more_than_while_spinning);
}

TEST_P(Waits, EndAtTheFirstLook) {
  times_kept_going = 0;
  int looks = 0;
  Waiting([] { ++times_kept_going; }, GetParam())
      .until([&] { return ++looks > 0; }, [] { return true; });
  EXPECT_EQ(looks, 1);
  EXPECT_EQ(times_kept_going, 0);
}

/// Waits until this many calls have driven messages; returns how often the wait has read memory.
int looks_until(int moves, bool is_crowded, Waiting::Looks how_often) {
  times_kept_going = 0;
  int looks = 0;
  Waiting([] { ++times_kept_going; }, is_crowded)
      .until(
          [&] {
            ++looks;
            return times_kept_going >= moves;
          },
          [] { return false; }, how_often);
  return looks;
}

// Other ranks may depend on each of these messages. If a rank drove them only every few
// microseconds, or at every sixteenth yield, the wait would read memory thousands of times.
TEST_P(Waits, LookAtMessagesAsOftenAsAtMemory) {
  constexpr int messages = 300;
  EXPECT_LT(looks_until(messages, GetParam(), Waiting::Looks::often), 12 * messages);
}

// The same for a wait that takes the cache line from its owner with each read.
TEST_P(Waits, LookAtMessagesAsOftenWhereTheyLookSeldom) {
  constexpr int messages = 100;
  EXPECT_LT(looks_until(messages, GetParam(), Waiting::Looks::seldom), 2 * messages);
}

// A rank that spins reads hundreds of times before it drives messages.
TEST(Waiting, LetsTheOtherHaveASharedProcessorAtOnce) {
  times_kept_going = 0;
  int looks = 0;
  Waiting([] { ++times_kept_going; }, /*is_crowded=*/false)
      .until(
          [&] {
            ++looks;
            return times_kept_going == 2;
          },
          [] { return true; });
  EXPECT_LT(looks, 100);
}

INSTANTIATE_TEST_SUITE_P(Waiting, Waits, ::testing::Bool());

}  // namespace
}  // namespace allfold::node
