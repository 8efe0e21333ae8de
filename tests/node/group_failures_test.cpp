// The status on each rank of a group when one of them fails, and that later calls succeed.
#include <gtest/gtest.h>

#include <functional>
#include <memory>

#include "node/on_ranks.hpp"

namespace allfold::testing {
namespace {

TEST_P(OnRanks, PassFailuresOnFromHalfToHalf) {
  SharedMemory memory(ranks());
  TeamOfThreads all = team(memory);
  const std::string expression = expression_of(GetParam());
  with_callers(all, expression, [&](int rank, Caller& caller) {
    std::size_t number = 0;
    for (const std::int64_t count : {std::int64_t{60}, std::int64_t{2000}}) {
      const Call call{.count = count, .lanes = ranks()};
      EXPECT_NE(caller.run(call, number++, rank == ranks() - 1 ? 44 : exec::success), exec::success)
          << count;
      EXPECT_EQ(caller.run(call, number++), exec::success) << "the call after";
    }
  });
}

TEST_P(OnRanks, PassFailuresOnInEveryWay) {
  SharedMemory memory(ranks());
  // Pieces so long that every rank reduces a part of them.
  TeamOfThreads all = team(memory, {.most_short_bytes = 512, .piece_bytes = 16 << 10});
  const std::string expression = expression_of(GetParam());
  with_callers(all, expression, [&](int rank, Caller& caller) {
    std::size_t number = 0;
    for (const std::optional<node::Way>& way : all_ways) {
      const Call call{.count = 4000, .way = way};
      // A rank reduces a whole vector for itself, but a slice for all ranks.
      const bool is_failing = rank == ranks() - 1;
      const exec::Status status = caller.run(call, number++, is_failing ? 44 : exec::success);
      const bool is_told =
          is_failing || (way && way != node::Way::whole && way != node::Way::read_whole);
      EXPECT_TRUE(!is_told || status != exec::success);
      EXPECT_EQ(caller.run(call, number++), exec::success) << "the call after";
    }
  });
}

// Each rank fails in turn, also the root itself.
TEST_P(OnRanks, GoOnAfterAReduceToWhichARankCameWithAFailure) {
  SharedMemory memory(ranks());
  TeamOfThreads all = team(memory);
  const std::string expression = expression_of(GetParam());
  with_callers(all, expression, [&](int rank, Caller& caller) {
    std::size_t number = 0;
    const int root = ranks() / 2;
    for (int failed = 0; failed < ranks(); ++failed) {
      const exec::Status status =
          caller.run({.count = 60, .root = root, .failed = failed}, number++);
      // In clusters, the leaders in between get the error, too.
      EXPECT_TRUE(status != exec::success || (rank != failed && rank != root)) << failed;
      EXPECT_EQ(caller.run({.count = 60, .root = root}, number++), exec::success);
    }
  });
}

// Another thread uses the first area of a rank. Memory for a second one is unavailable, or it is
// available but other ranks cannot map it.
TEST_P(OnRanks, DoWithoutAnAreaThatIsNotThere) {
  if (GetParam().callers == one_thread)
    GTEST_SKIP() << "see LevelsOfOneThread.WaitForTheirFirstAreas";
  for (const bool can_be_made : {false, true}) {
    SharedMemory memory(ranks());
    memory.patience = 1;
    TeamOfThreads all = team(memory, {.most_short_bytes = 512, .piece_bytes = 4096});
    SharedMemory::Rank& rank_0 = memory.rank(0);
    if (!can_be_made) rank_0.most_areas = 1;
    for (int rank = 0; rank < ranks(); ++rank) memory.rank(rank).finds_others = !can_be_made;
    const std::shared_ptr<node::Staging> held =
        rank_0.stagings.take(nullptr, node::Area::piece_bytes).staging;
    with_callers(all, expression_of(GetParam()), [&](int rank, Caller& caller) {
      std::size_t number = 0;
      for (const std::optional<node::Way>& way : all_ways)
        for (const Form* const form : {&side_by_side, &with_gaps, &packed})
          for (const bool in_place : {false, true}) {
            const Call call{.count = 700, .in_place = in_place, .form = form, .way = way};
            EXPECT_EQ(caller.run(call, number++), exec::success) << rank;
          }
      EXPECT_NE(caller.run({.count = 700, .failed = 0}, number), exec::success) << rank;
    });
    held->give_back();
    with_callers(all, expression_of(GetParam()), [&](int rank, Caller& caller) {
      EXPECT_EQ(caller.run({.count = 2000}, 99), exec::success) << rank;
    });
  }
}

TEST_P(OnRanks, PassFailuresOnToAllThatGetAResult) {
  SharedMemory memory(ranks());
  // Pieces so long that every rank has a slice.
  TeamOfThreads all = team(memory, {.most_short_bytes = 512, .piece_bytes = 4096});
  const std::string expression = expression_of(GetParam());
  with_callers(all, expression, [&](int rank, Caller& caller) {
    std::size_t number = 0;
    for (const std::int64_t count : {std::int64_t{60}, std::int64_t{2000}})
      for (const int failing : {0, ranks() - 1}) {
        // Of 2000 elements each rank reduces a slice; of 60 elements every rank reduces all.
        const bool all_need_it = count == 2000;
        const exec::Status status =
            caller.run({.count = count}, number++, rank == failing ? 44 : exec::success);
        // With short vectors in clusters, only leaders reduce.
        const bool reduces = all_need_it || GetParam().clusters == Clusters::none || failing == 0;
        if (rank == failing) {
          EXPECT_EQ(status, reduces ? 44 : exec::success);
        } else if (all_need_it) {
          EXPECT_EQ(status, 66) << count;
        }
        EXPECT_EQ(caller.run({.count = count}, number++), exec::success) << "the call after";
      }
  });
}

}  // namespace
}  // namespace allfold::testing
