#include "node/staging.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <thread>
#include <vector>

#include "node/caller.hpp"

namespace allfold::testing {
namespace {

// In one piece: a rank that is not the root leaves after it.
const Call to_rank_1{.count = 100, .root = 1, .way = node::Way::whole};

// Rank 0 makes both calls in one thread, as programs with a few threads do. Rank 1 makes its call
// on the first group after its call on the second: if rank 0 waited for it in the second call, they
// would deadlock.
void expect_no_wait(SharedMemory& memory, const Call& in_between) {
  memory.patience = 1'000'000;
  TeamOfThreads first(memory, all_of(2), short_lengths);
  TeamOfThreads second(memory, all_of(2), short_lengths);
  const std::string expression = proved_expression(2);
  on_all_ranks(2, [&](int rank) {
    Caller in_first(first, rank, expression);
    Caller in_second(second, rank, expression);
    for (std::size_t number = 0; number < 5; ++number) {
      if (rank == 0) {
        EXPECT_EQ(in_first.run(to_rank_1, number), exec::success);
      }
      EXPECT_EQ(in_second.run(in_between, number), exec::success);
      if (rank == 1) {
        EXPECT_EQ(in_first.run(to_rank_1, number), exec::success);
      }
    }
  });
}

TEST(Staging, IsNotWaitedForWhereReadersComeLater) {
  for (const Call& in_between : {Call{.count = 1000}, to_rank_1}) {
    SharedMemory memory(2);
    expect_no_wait(memory, in_between);
    EXPECT_GT(memory.rank(0).areas(), 1U);
  }
}

// Rank 1 cannot map another area of rank 0, or there is none: all ranks proceed without it.
TEST(Staging, IsNotWaitedForWhereAllCanDoWithout) {
  for (const bool can_be_made : {false, true})
    for (const node::Way way : {node::Way::sliced, node::Way::whole}) {
      SharedMemory memory(2);
      if (!can_be_made) memory.rank(0).most_areas = 1;
      memory.rank(1).finds_only_first = true;
      expect_no_wait(memory, {.count = 1000, .way = way});
    }
}

// Rank 1 does not enter its call while rank 0 makes others with rank 2, on two groups in turns.
// Rank 0 waits for rank 1 once, not in each of these calls.
TEST(Staging, IsNotWaitedForAgainWhereAnotherIsThere) {
  constexpr std::int64_t patience = 300'000'000;
  constexpr std::size_t calls = 20;
  SharedMemory memory(3);
  memory.patience = patience;
  TeamOfThreads with_late_rank(memory, {0, 1}, short_lengths);
  TeamOfThreads one(memory, {0, 2}, short_lengths);
  TeamOfThreads other(memory, {0, 2}, short_lengths);
  const std::string expression = proved_expression(2);
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

// There is no other area: rank 0 waits, or proceeds without one.
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
      EXPECT_EQ(in_first.run({.count = 100, .root = 1, .way = node::Way::whole}, number),
                exec::success);
      EXPECT_EQ(in_second.run({.count = 1000, .root = 1, .way = node::Way::whole}, number),
                exec::success);
    }
  });
}

// The root has mapped the other area in an earlier call: no rank waits for it.
TEST(Staging, IsIntroducedOnce) {
  SharedMemory memory(2);
  memory.patience = 1;
  TeamOfThreads first(memory, all_of(2), short_lengths);
  TeamOfThreads second(memory, all_of(2), short_lengths);
  const std::string expression = proved_expression(2);
  std::atomic<bool> has_left = false;
  on_all_ranks(2, [&](int rank) {
    Caller in_first(first, rank, expression);
    Caller in_second(second, rank, expression);
    if (rank == 0) {
      EXPECT_EQ(in_first.run(to_rank_1, 0), exec::success);
    }
    EXPECT_EQ(in_second.run(to_rank_1, 0), exec::success);
    if (rank == 1) has_left.wait(false);
    EXPECT_EQ(in_second.run(to_rank_1, 1), exec::success);
    has_left = true;
    has_left.notify_one();
    if (rank == 1) {
      EXPECT_EQ(in_first.run(to_rank_1, 0), exec::success);
    }
  });
}

/// Calls for which the area of a late root is unsuitable.
std::vector<Call> calls_of_all_kinds() {
  std::vector<Call> calls;
  for (const int root : {node::everyone, 1, 2})
    for (const Form* const form : {&side_by_side, &with_gaps, &packed}) {
      for (const node::Way way : {node::Way::whole, node::Way::sliced, node::Way::read})
        calls.push_back({.count = 700, .root = root, .form = form, .way = way});
      for (const int lanes : {2, 3})
        calls.push_back({.count = 700, .root = root, .form = form, .lanes = lanes});
    }
  return calls;
}

// Rank 1 enters its call after rank 0 has taken another area for the next one, which some ranks, or
// all, cannot map: none of these calls fails.
TEST(Staging, IsWaitedForWhereAnotherCannotBeMapped) {
  const std::string expression = proved_expression(3);
  for (const std::vector<int>& blind : {std::vector{1}, {2}, {0, 1, 2}})
    for (const Call& call : calls_of_all_kinds()) {
      SharedMemory memory(3);
      memory.patience = 1;
      TeamOfThreads first(memory, all_of(3), short_lengths);
      TeamOfThreads second(memory, all_of(3), short_lengths);
      for (const int rank : blind) memory.rank(rank).finds_only_first = true;
      on_all_ranks(3, [&](int rank) {
        Caller in_first(first, rank, expression);
        Caller in_second(second, rank, expression);
        for (std::size_t number = 0; number < 3; ++number) {
          while (rank == 1 && number == 0 && memory.rank(0).areas() < 2) std::this_thread::yield();
          EXPECT_EQ(in_first.run(to_rank_1, number), exec::success);
          EXPECT_EQ(in_second.run(call, number), exec::success)
              << "root " << call.root << ", lanes " << call.lanes;
        }
      });
    }
}

// A program may make only calls whose data is always available already.
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
