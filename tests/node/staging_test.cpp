#include "node/staging.hpp"

#include <gtest/gtest.h>

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
