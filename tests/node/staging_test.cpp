#include "node/staging.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <vector>

#include "node/caller.hpp"

namespace allfold::testing {
namespace {

// Rank 0 makes both calls on one thread, as programs do that hand calls to a few threads. Of rank 1,
// which makes them on two, the one on the first group comes after the one on the second: it would not
// come if rank 0 waited for it there.
TEST(Staging, IsNotWaitedForWhereReadersComeLater) {
  SharedMemory memory(2);
  memory.patience = 1'000'000;
  TeamOfThreads first(memory, all_of(2), short_lengths);
  TeamOfThreads second(memory, all_of(2), short_lengths);
  const std::string expression = proved_expression(2);
  // In one piece, after which a rank that is not the root leaves.
  const Call to_rank_1{.count = 100, .root = 1, .way = node::Way::whole};
  const Call to_all{.count = 1000};
  on_all_ranks(2, [&](int rank) {
    Caller in_first(first, rank, expression);
    Caller in_second(second, rank, expression);
    for (std::size_t number = 0; number < 5; ++number) {
      if (rank == 0) {
        EXPECT_EQ(in_first.run(to_rank_1, number), exec::success);
      }
      EXPECT_EQ(in_second.run(to_all, number), exec::success);
      if (rank == 1) {
        EXPECT_EQ(in_first.run(to_rank_1, number), exec::success);
      }
    }
  });
}

// Rank 1 stays away from its call while rank 0 makes others, on two groups in turns, with rank 2. Rank 0 waits for
// rank 1 once, and not in each of these.
TEST(Staging, IsNotWaitedForAgainWhereAnotherIsThere) {
  constexpr std::int64_t patience = 300'000'000;
  constexpr std::size_t calls = 20;
  SharedMemory memory(3);
  memory.patience = patience;
  TeamOfThreads with_late_rank(memory, {0, 1}, short_lengths);
  TeamOfThreads one(memory, {0, 2}, short_lengths);
  TeamOfThreads other(memory, {0, 2}, short_lengths);
  const std::string expression = proved_expression(2);
  const Call to_rank_1{.count = 100, .root = 1, .way = node::Way::whole};
  std::atomic<bool> is_late = true;
  const auto begun = std::chrono::steady_clock::now();
  on_all_ranks(3, [&](int rank) {
    Caller in_first(with_late_rank, rank, expression);
    if (rank == 1) {
      is_late.wait(true);
      EXPECT_EQ(in_first.run(to_rank_1, 0), exec::success);
      return;
    }
    if (rank == 0) {
      EXPECT_EQ(in_first.run(to_rank_1, 0), exec::success);
    }
    Caller in_one(one, rank / 2, expression);
    Caller in_other(other, rank / 2, expression);
    for (std::size_t number = 0; number < calls; ++number) {
      EXPECT_EQ(in_one.run({.count = 1000}, number), exec::success);
      EXPECT_EQ(in_other.run({.count = 1000}, number), exec::success);
    }
    is_late = false;
    is_late.notify_one();
  });
  EXPECT_LT(std::chrono::steady_clock::now() - begun,
            std::chrono::nanoseconds(calls / 2 * patience));
}

// There is no other area: then rank 0 waits.
TEST(Staging, IsWaitedForWhereThereIsNoOther) {
  SharedMemory memory(2);
  memory.patience = 1;
  memory.rank(0).most_areas = 1;
  TeamOfThreads first(memory, all_of(2), short_lengths);
  TeamOfThreads second(memory, all_of(2), short_lengths);
  const std::string expression = proved_expression(2);
  on_all_ranks(2, [&](int rank) {
    Caller in_first(first, rank, expression);
    Caller in_second(second, rank, expression);
    for (std::size_t number = 0; number < 20; ++number) {
      EXPECT_EQ(in_first.run({.count = 100, .root = 1, .way = node::Way::whole}, number),
                exec::success);
      EXPECT_EQ(in_second.run({.count = 1000}, number), exec::success);
    }
  });
}

// A program may make nothing but calls that find the others there already.
TEST(Group, KeepsMessagesGoingInCallsThatNeverWait) {
  SharedMemory memory(1);
  TeamOfThreads alone(memory, all_of(1), short_lengths);
  Caller caller(alone, 0, proved_expression(1));
  for (const std::int64_t count : {1, 1000}) {
    const std::int64_t before = times_kept_going();
    for (std::size_t number = 0; number < 64; ++number)
      EXPECT_EQ(caller.run({.count = count}, number), exec::success);
    EXPECT_GE(times_kept_going(), before + 1) << count;
  }
}

}  // namespace
}  // namespace allfold::testing
