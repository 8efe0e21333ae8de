// Calls in which each rank wants its own share of the result.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "node/on_ranks.hpp"

namespace allfold::testing {
namespace {

using Plan = Call::Plan;

/// With many ranks, shares of several elements, too.
constexpr std::array<std::int64_t, 10> lengths_of_vectors{0, 1, 5, 7, 57, 64, 129, 383, 1000, 3001};

// Groups never have the results of calls before: prepared plans stay.
TEST_P(OnRanks, GetTheirSharesOfWhatAnAllreduceGives) {
  SharedMemory memory(ranks());
  for (const Plan plan : {Plan::usual, Plan::prepared}) {
    TeamOfThreads all = team(memory);
    std::vector<Call> calls;
    for (const ShareLengths shares : all_share_lengths)
      for (const std::int64_t count : lengths_of_vectors)
        for (const Form* const form : {&side_by_side, &with_gaps, &packed})
          for (const bool in_place : {false, true})
            if (plan == Plan::prepared || shares == ShareLengths::equal)
              calls.push_back({.count = count,
                               .in_place = in_place,
                               .form = form,
                               .shares = shares,
                               .plan = plan});
    with_callers(all, expression_of(GetParam()), [&](int /*rank*/, Caller& caller) {
      for (std::size_t i = 0; i < calls.size(); ++i)
        EXPECT_EQ(caller.run(calls[i], i), exec::success);
    });
  }
}

TEST_P(OnRanks, GetTheirSharesInEveryWayAndInRankOrder) {
  SharedMemory memory(ranks());
  TeamOfThreads all = team(memory);
  std::vector<Call> calls;
  for (const ShareLengths shares : all_share_lengths)
    for (const std::optional<node::Way>& way : all_ways)
      for (const auto order : {schedule::OperandOrder::any, schedule::OperandOrder::rank_order})
        for (const std::int64_t count : {65, 700, 2000})
          calls.push_back({.count = count,
                           .in_place = count % 2 == 0,
                           .way = way,
                           .results = count == 2000 ? node::Elements::Results::past_caches
                                                    : node::Elements::Results::cached,
                           .order = order,
                           .shares = shares});
  make_calls(all, calls, expression_of(GetParam()));
}

// The whole vector is reduced, by each rank or by one.
TEST_P(OnRanks, GetTheirSharesOfVectorsThatAreNotDivided) {
  SharedMemory memory(ranks());
  TeamOfThreads all = team(memory, {.most_short_bytes = 512, .piece_bytes = 8192});
  std::vector<Call> calls;
  for (const ShareLengths shares : all_share_lengths)
    for (const std::int64_t count : {1, 6, 40, 64, 300, 1000})
      for (const Form* const form : {&side_by_side, &packed})
        for (const bool in_place : {false, true})
          calls.push_back({.count = count,
                           .in_place = in_place,
                           .form = form,
                           .division = schedule::Division::none,
                           .shares = shares});
  make_calls(all, calls, expression_of(GetParam()));
}

// Of several pieces each, so that the cycles of long shares go on after those of short ones.
TEST(Shares, OfSeveralPiecesEach) {
  constexpr node::Lengths lengths{.most_short_bytes = 4096, .piece_bytes = 64 << 10};
  for (const int ranks : {2, 3, 5, 8}) {
    SharedMemory memory(ranks);
    TeamOfThreads team(memory, all_of(ranks), lengths);
    std::vector<Call> calls;
    for (const ShareLengths shares : all_share_lengths)
      for (const node::Way way : {node::Way::sliced, node::Way::read})
        for (const bool in_place : {false, true})
          calls.push_back({.count = 3 * (lengths.piece_bytes / 8) + 1001,
                           .in_place = in_place,
                           .way = way,
                           .shares = shares});
    on_all_ranks(ranks, [&](int rank) {
      Caller caller(team, rank, proved_expression(ranks));
      for (std::size_t i = 0; i < calls.size(); ++i)
        EXPECT_EQ(caller.run(calls[i], i), exec::success);
    });
  }
}

// Elements that fill no cache lines, so that slices have no common unit.
TEST(Shares, OfLargeElements) {
  const Form odd{.name = "odd", .extent = 4090, .is_packed = false};
  for (const int ranks : {3, 9}) {
    SharedMemory memory(ranks);
    TeamOfThreads team(memory, all_of(ranks), {.most_short_bytes = 4096, .piece_bytes = 16 << 10});
    on_all_ranks(ranks, [&](int rank) {
      Caller caller(team, rank, proved_expression(ranks));
      std::size_t number = 0;
      for (const ShareLengths shares : all_share_lengths)
        for (const std::int64_t count : {1, 2, 3, 10, 40})
          EXPECT_EQ(caller.run({.count = count, .form = &odd, .shares = shares}, number++),
                    exec::success);
    });
  }
}

// Each rank reads its share of all other ranks' vectors, and nothing else.
TEST(Shares, AreReadInPlaceOnce) {
  constexpr int ranks = 4;
  constexpr std::int64_t count = 4000;
  SharedMemory memory(ranks);
  TeamOfThreads team(memory, all_of(ranks), short_lengths);
  on_all_ranks(ranks, [&](int rank) {
    Caller caller(team, rank, proved_expression(ranks));
    const Call call{.count = count, .way = node::Way::read, .shares = ShareLengths::equal};
    EXPECT_EQ(caller.run(call, 0), exec::success);
  });
  for (int rank = 0; rank < ranks; ++rank)
    EXPECT_EQ(memory.rank(rank).bytes_read, (ranks - 1) * count / ranks * 8);
}

TEST_P(OnRanks, PassFailuresOnToAllThatGetAShare) {
  SharedMemory memory(ranks());
  TeamOfThreads all = team(memory, {.most_short_bytes = 512, .piece_bytes = 4096});
  with_callers(all, expression_of(GetParam()), [&](int rank, Caller& caller) {
    std::size_t number = 0;
    for (const ShareLengths shares : all_share_lengths)
      for (const std::int64_t count : {60, 2000})
        for (const int failed : {0, ranks() / 2, ranks() - 1}) {
          const OwnedShares owned(shares, count, ranks());
          const bool wants_some = owned.get().elements_of(rank) > 0;
          const exec::Status status =
              caller.run({.count = count, .failed = failed, .shares = shares}, number++);
          EXPECT_TRUE(status != exec::success || (!wants_some && rank != failed))
              << count << ", shares " << static_cast<int>(shares) << ", failed " << failed;
          EXPECT_EQ(caller.run({.count = count, .shares = shares}, number++), exec::success)
              << "the call after";
        }
  });
}

// Where areas of some rank cannot be had or mapped, shares come by short calls.
TEST_P(OnRanks, GetTheirSharesWithoutAnAreaThatIsNotThere) {
  if (GetParam().callers == one_thread) GTEST_SKIP() << "a call of one thread waits for its area";
  SharedMemory memory(ranks());
  memory.patience = 1;
  TeamOfThreads all = team(memory, {.most_short_bytes = 512, .piece_bytes = 4096});
  SharedMemory::Rank& rank_0 = memory.rank(0);
  rank_0.most_areas = 1;
  const std::shared_ptr<node::Staging> held =
      rank_0.stagings.take(nullptr, node::Area::piece_bytes).staging;
  with_callers(all, expression_of(GetParam()), [&](int rank, Caller& caller) {
    std::size_t number = 0;
    for (const ShareLengths shares : all_share_lengths) {
      // If one rank wants all, that is a Reduce, which waits for the area.
      if (!node::Wanted(OwnedShares(shares, 700, ranks()).get()).are_shares()) continue;
      for (const bool in_place : {false, true}) {
        const Call call{.count = 700, .in_place = in_place, .shares = shares};
        EXPECT_EQ(caller.run(call, number++), exec::success) << rank;
      }
    }
  });
  held->give_back();
}

// The part of a vector in one rank's share goes to that rank.
TEST(Wanted, OfAPart) {
  const std::vector<std::int64_t> starts{0, 10, 10, 40, 50};
  const node::Wanted all = schedule::Shares(starts);
  ASSERT_TRUE(all.are_shares());
  EXPECT_EQ(all.longest(), 30);
  EXPECT_FALSE(all.are_even());
  const node::Wanted middle = all.in_part({.first = 5, .last = 45});
  EXPECT_EQ(middle.of(0, 40).size(), 5);
  EXPECT_EQ(middle.of(1, 40).size(), 0);
  EXPECT_EQ(middle.of(2, 40).first, 5);
  EXPECT_EQ(middle.of(2, 40).last, 35);
  EXPECT_EQ(middle.of(3, 40).last, 40);
  const node::Wanted inner = middle.in_part({.first = 5, .last = 30});
  EXPECT_FALSE(inner.are_shares());
  EXPECT_EQ(inner.receiver(), 2);
  EXPECT_EQ(node::Wanted(schedule::Shares(1, 4)).receiver(), 3);
  EXPECT_TRUE(node::Wanted(schedule::Shares(100, 4)).are_even());
  EXPECT_TRUE(node::Wanted(schedule::Shares(100, 4)).are_equal_shares_of(4));
}

}  // namespace
}  // namespace allfold::testing
