#include "node/group.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <random>

#include "node/on_ranks.hpp"

namespace allfold::testing {
namespace {

INSTANTIATE_TEST_SUITE_P(Group, OnRanks, several_ranks(), name_of);

// Each rank in turn is unable, in the last of several rounds.
TEST_P(OnRanks, HearWhetherAllAreAble) {
  using Able = node::Group::Able;
  SharedMemory memory(ranks());
  for (int unable = 0; unable < ranks(); ++unable) {
    TeamOfThreads all = team(memory);
    on_all_ranks(ranks(), [&](int rank) {
      std::mt19937 random(static_cast<unsigned>(rank));
      for (int round = 0; round < 5; ++round) {
        dawdle(random);
        EXPECT_EQ(all.group(rank).are_all_able(Able::yes, 64), Able::yes);
      }
      dawdle(random);
      EXPECT_EQ(all.group(rank).are_all_able(rank != unable ? Able::yes : Able::no, 64), Able::no);
    });
  }
}

TEST_P(OnRanks, EvaluateWhatIsProvedForEverySizeRootAndForm) {
  const std::string expression = expression_of(GetParam());
  SharedMemory memory(ranks());
  TeamOfThreads all = team(memory);
  std::vector<Call> calls;
  for (const std::int64_t count : counts)
    for (const Form* form : {&side_by_side, &with_gaps, &packed})
      for (int root = node::everyone; root < ranks(); root = root == node::everyone ? 0 : root + 1)
        calls.push_back({.count = count, .root = root, .in_place = root % 2 == 0, .form = form});
  with_callers(all, expression, [&](int /*rank*/, Caller& caller) {
    for (std::size_t i = 0; i < calls.size(); ++i)
      EXPECT_EQ(caller.run(calls[i], i), exec::success);
  });
}

// Fewer elements, and each way separately. Each root is tested with each layout; with many ranks
// not with each count.
TEST_P(OnRanks, EvaluateTheSameInEveryWay) {
  const std::string expression = expression_of(GetParam());
  SharedMemory memory(ranks());
  TeamOfThreads all = team(memory);
  std::vector<Call> calls;
  constexpr std::array sizes{65, 129, 383, 1000};
  const int step = ranks() > 8 ? static_cast<int>(sizes.size()) : 1;
  for (const std::optional<node::Way>& way : all_ways)
    for (int size = 0; size < static_cast<int>(sizes.size()); ++size)
      for (const Form* form : {&side_by_side, &with_gaps, &packed})
        for (int root = node::everyone; root < ranks(); ++root) {
          if (root > 0 && root % step != size % step) continue;
          const int count = sizes[static_cast<std::size_t>(size)];
          calls.push_back({.count = count,
                           .root = root,
                           .in_place = count % 2 == 0 || root == 1,
                           .form = form,
                           .way = way});
        }
  with_callers(all, expression, [&](int /*rank*/, Caller& caller) {
    for (std::size_t i = 0; i < calls.size(); ++i)
      EXPECT_EQ(caller.run(calls[i], i), exec::success);
  });
}

TEST_P(OnRanks, DoTheSameInTwoHalves) {
  const std::string expression = expression_of(GetParam());
  SharedMemory memory(ranks());
  TeamOfThreads all = team(memory);
  std::vector<Call> calls;
  for (const std::int64_t count : counts)
    for (const Form* form : {&side_by_side, &with_gaps, &packed})
      for (const int lanes : {1, 2, ranks() - 1, ranks()})
        for (const int root : {node::everyone, 0, ranks() - 1})
          calls.push_back({.count = count,
                           .root = root,
                           .in_place = lanes % 2 == 0,
                           .form = form,
                           .lanes = lanes});
  with_callers(all, expression, [&](int /*rank*/, Caller& caller) {
    for (std::size_t i = 0; i < calls.size(); ++i)
      EXPECT_EQ(caller.run(calls[i], i), exec::success);
  });
}

// It is copied only if it is also the result.
TEST_P(OnRanks, ReadTheRootsShortVectorWhereItIs) {
  SharedMemory memory(ranks());
  TeamOfThreads all = team(memory);
  const std::string expression = expression_of(GetParam());
  with_callers(all, expression, [&](int rank, Caller& caller) {
    const node::Team& own = all.group(rank).team();
    std::size_t number = 0;
    for (const std::int64_t count : {1, 8, 63})
      for (const bool in_place : {false, true}) {
        const Call call{.count = count, .root = 0, .in_place = in_place};
        EXPECT_EQ(caller.run(call, number++), exec::success);
        if (!own.is_flat()) continue;
        const node::Entry entry = own.own().entry(node::Slot::inputs(8 * count), own.latest_call());
        EXPECT_EQ(entry.mark->number.load() == own.latest_call(), rank != 0 || in_place);
      }
  });
}

TEST_P(OnRanks, MayRunAheadFromCallToCall) {
  const std::string expression = expression_of(GetParam());
  SharedMemory memory(ranks());
  TeamOfThreads all = team(memory);
  make_calls(all, random_calls(7, ranks(), ranks() > 8 ? 300 : 600), expression);
}

// Its ranks come from groups whose slots have reached different numbers, or are unused.
TEST_P(OnRanks, CountOnInSlotsThatOthersHaveUsed) {
  SharedMemory memory(ranks());
  const std::string expression = expression_of(GetParam());
  TeamOfThreads few = team(memory);
  TeamOfThreads many = team(memory);
  make_calls(few, random_calls(21, ranks(), 7), expression);
  make_calls(many, random_calls(22, ranks(), 150), expression);
  std::vector<UsedSlot> slots;
  slots.reserve(static_cast<std::size_t>(ranks()));
  for (int rank = 0; rank < ranks(); ++rank)
    slots.push_back(rank % 3 == 0   ? few.left_slot(rank)
                    : rank % 3 == 1 ? many.left_slot(ranks() - rank)
                                    : UsedSlot{.slot = std::make_shared<node::Slot>()});
  TeamOfThreads next(memory, all_of(ranks()), short_lengths, hierarchy_of(GetParam()), {}, slots);
  make_calls(next, random_calls(23, ranks(), 300), expression);
  for (int rank = 0; rank < ranks(); ++rank)
    EXPECT_GE(next.left_slot(rank).counted, slots[static_cast<std::size_t>(rank)].counted + 300);
}

// Groups share the staging areas of their processes, which ranks of other groups may still read.
TEST_P(OnRanks, TakeStagingAreasOverFromOtherGroups) {
  SharedMemory memory(ranks());
  std::vector<int> backwards = all_of(ranks());
  std::reverse(backwards.begin(), backwards.end());
  TeamOfThreads all = team(memory);
  TeamOfThreads reversed(memory, backwards, short_lengths, hierarchy_of(GetParam()));
  const std::string expression = expression_of(GetParam());
  const std::vector<Call> calls = random_calls(11, ranks(), 300);
  on_all_ranks(ranks(), [&](int rank) {
    Caller in_all(all, rank, expression);
    Caller in_reversed(reversed, ranks() - 1 - rank, expression);
    std::mt19937 random(static_cast<unsigned>(rank));
    for (std::size_t i = 0; i < calls.size(); ++i) {
      dawdle(random);
      Caller& caller = i % 3 == 0 ? in_reversed : in_all;
      EXPECT_EQ(caller.run(calls[i], i), exec::success);
    }
  });
}

// Each rank has several threads with several groups each. Other ranks may still read an area when a
// thread continues.
TEST_P(OnRanks, NeedAnAreaForEachThreadInACall) {
  constexpr int threads = 3;
  constexpr std::size_t groups_of_thread = 3;
  SharedMemory memory(ranks());
  {
    std::vector<TeamOfThreads> groups;
    for (std::size_t i = 0; i < threads * groups_of_thread; ++i) groups.push_back(team(memory));
    const std::string expression = expression_of(GetParam());
    const std::vector<Call> calls = random_calls(12, ranks(), 60);
    on_all_ranks(ranks() * threads, [&](int number) {
      const int rank = number / threads;
      const auto thread = static_cast<std::size_t>(number % threads);
      std::vector<std::unique_ptr<Caller>> callers;
      for (std::size_t i = 0; i < groups_of_thread; ++i)
        callers.push_back(
            std::make_unique<Caller>(groups[thread * groups_of_thread + i], rank, expression));
      std::mt19937 random(static_cast<unsigned>(number));
      for (std::size_t i = 0; i < calls.size(); ++i) {
        dawdle(random);
        EXPECT_EQ(callers[(i * 7) % groups_of_thread]->run(calls[i], i), exec::success);
      }
    });
    for (int rank = 0; rank < ranks(); ++rank)
      EXPECT_LE(memory.rank(rank).areas(), static_cast<std::size_t>(threads)) << rank;
  }
  for (int rank = 0; rank < ranks(); ++rank) memory.rank(rank).stagings.trim();
  for (int rank = 0; rank < ranks(); ++rank)
    EXPECT_LE(memory.rank(rank).areas(), 1U) << "of groups that are gone";
}

TEST_P(OnRanks, SayWhetherTheyCanMapTheAreasOfOthers) {
  SharedMemory memory(ranks());
  memory.rank(1).finds_others = false;
  TeamOfThreads all = team(memory);  // on which rank 1's area is not mapped
  memory.rank(0).finds_others = false;
  EXPECT_FALSE(all.group(0).find_areas());
  EXPECT_TRUE(all.group(1).find_areas()) << "its own needs no mapping";
  memory.rank(0).finds_others = true;
  EXPECT_TRUE(all.group(0).find_areas());
}

// Longer than the blocks of a reduction, and than the threshold of long copies.
TEST(Group, EvaluatesTheSameInLongPiecesWhoseResultsGoPastTheCaches) {
  constexpr node::Lengths lengths{.most_short_bytes = 4096, .piece_bytes = 64 << 10};
  for (const int ranks : {2, 3, 5}) {
    SharedMemory memory(ranks);
    TeamOfThreads team(memory, all_of(ranks), lengths);
    const std::string expression = proved_expression(ranks);
    std::vector<Call> calls;
    for (const std::optional<node::Way>& way : all_ways)
      for (const auto results :
           {node::Elements::Results::cached, node::Elements::Results::past_caches})
        for (const int root : {node::everyone, ranks - 1})
          for (const bool in_place : {false, true})
            calls.push_back({.count = 2 * (lengths.piece_bytes / 8) + 1001,
                             .root = root,
                             .in_place = in_place,
                             .way = way,
                             .results = results});
    on_all_ranks(ranks, [&](int rank) {
      Caller caller(team, rank, expression);
      for (std::size_t i = 0; i < calls.size(); ++i)
        EXPECT_EQ(caller.run(calls[i], i), exec::success);
    });
  }
}

TEST(Group, KeepsElementsOfManySizesInTheirPlaces) {
  // Slices are cut between cache lines, which such elements do not fill exactly.
  const Form odd{.name = "odd", .extent = 4090, .is_packed = false};
  const Form large{.name = "large", .extent = 4096, .is_packed = false};
  const Form twelve{.name = "twelve", .extent = 12, .is_packed = false};
  for (const int ranks : {2, 3, 9}) {
    SharedMemory memory(ranks);
    TeamOfThreads team(memory, all_of(ranks), {.most_short_bytes = 4096, .piece_bytes = 262144});
    const std::string expression = proved_expression(ranks);
    on_all_ranks(ranks, [&](int rank) {
      Caller caller(team, rank, expression);
      std::size_t number = 0;
      for (const Form* form : {&odd, &large, &twelve})
        for (const std::int64_t count : {1, 2, 3, 64, 65, 200})
          EXPECT_EQ(caller.run({.count = count, .form = form}, number++), exec::success);
    });
  }
}

}  // namespace
}  // namespace allfold::testing
