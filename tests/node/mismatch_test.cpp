// What a rank returns if ranks make different calls, which is an error of the program: no rank
// waits forever, every rank that gets a result gets the error, and the calls after it are right.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <limits>
#include <thread>
#include <vector>

#include "node/on_ranks.hpp"

namespace allfold::testing {
namespace {

// One rank, each in turn, makes another call than all others.
struct Pair {
  Call usual;
  Call odd;
};

// Vectors in the cache line of a mark, in small entries, in large ones, and staged vectors of one
// piece and of several.
const std::vector<std::int64_t> across_borders{1, 6, 7, 56, 57, 64, 65, 127, 129, 1000};

bool gets_result(const Call& call, int rank, int ranks) {
  if (call.shares != ShareLengths::none)
    return OwnedShares(call.shares, call.count, ranks).get().elements_of(rank) > 0;
  return call.root == node::everyone || call.root == rank;
}

/// With few elements, shares of several kinds may be the same.
bool are_alike(const Call& one, const Call& other, int ranks) {
  if (one.shares == ShareLengths::none || other.shares == ShareLengths::none) return false;
  return one.count == other.count &&
         node::fingerprint_of(OwnedShares(one.shares, one.count, ranks).get()) ==
             node::fingerprint_of(OwnedShares(other.shares, other.count, ranks).get());
}

class Mismatches : public OnRanks {
 protected:
  /// The ranks that make the odd call, one after the other: with many ranks some, at the ends of
  /// clusters and inside.
  [[nodiscard]] static std::vector<int> odd_ranks() {
    return ranks() <= 3 ? all_of(ranks()) : std::vector<int>{0, ranks() / 2, ranks() - 1};
  }
  static void make(const std::vector<Pair>& pairs, const node::Lengths& lengths = short_lengths) {
    SharedMemory memory(ranks());
    TeamOfThreads all = team(memory, lengths);
    with_callers(all, expression_of(GetParam()), [&](int rank, Caller& caller) {
      std::size_t number = 0;
      for (const auto& [usual, odd] : pairs)
        for (const int odd_rank : odd_ranks()) {
          const Call& own = rank == odd_rank ? odd : usual;
          const exec::Status status = caller.run(own, number++);
          EXPECT_TRUE(status == mismatched ||
                      (status == exec::success && !gets_result(own, rank, ranks())))
              << "rank " << rank << " of " << ranks() << ", odd " << odd_rank << ": " << usual.count
              << " to " << usual.root << ", " << odd.count << " to " << odd.root << ": " << status;
          for (const std::int64_t count : {std::int64_t{3}, std::int64_t{200}})
            EXPECT_EQ(caller.run({.count = count}, number++), exec::success)
                << "a right call of " << count << " after " << usual.count << ", " << odd.count;
        }
    });
  }
};

INSTANTIATE_TEST_SUITE_P(Group, Mismatches,
                         ::testing::Values(Setting{2}, Setting{3}, Setting{5}, Setting{9, in_fours},
                                           Setting{13, in_fours}, Setting{4, in_pairs_of_pairs},
                                           Setting{13, in_pairs_of_pairs},
                                           Setting{9, in_fours, one_thread},
                                           Setting{13, in_pairs_of_pairs, one_thread},
                                           Setting{14, in_turns, one_thread}),
                         name_of);

/// With few ranks each length is combined with each other one, with many only with its neighbours
/// in the list.
std::vector<Pair> of_lengths(int ranks, const Call& call) {
  std::vector<Pair> pairs;
  const auto lengths = static_cast<int>(across_borders.size());
  for (int i = 0; i < lengths; ++i)
    for (int j = 0; j < lengths; ++j) {
      const std::int64_t usual = across_borders[static_cast<std::size_t>(i)];
      const std::int64_t odd = across_borders[static_cast<std::size_t>(j)];
      const bool is_looked_at = ranks <= 3 || std::abs(i - j) == 1;
      if (i == j || !is_looked_at) continue;
      pairs.push_back({.usual = call, .odd = call});
      pairs.back().usual.count = usual;
      pairs.back().odd.count = odd;
    }
  return pairs;
}

TEST_P(Mismatches, AreToldInAllreducesOfDifferentLengths) { make(of_lengths(ranks(), {})); }

TEST_P(Mismatches, AreToldInReducesOfDifferentLengths) {
  make(of_lengths(ranks(), {.root = ranks() - 1}));
}

TEST_P(Mismatches, AreToldInEveryWayOfLongVectors) {
  std::vector<Pair> pairs;
  for (const node::Way usual :
       {node::Way::sliced, node::Way::whole, node::Way::read, node::Way::read_whole})
    for (const node::Way odd :
         {node::Way::sliced, node::Way::whole, node::Way::read, node::Way::read_whole})
      for (const int root : {node::everyone, 0})
        for (const std::int64_t count : {65, 1000})
          pairs.push_back({.usual = {.count = 129, .root = root, .way = usual},
                           .odd = {.count = count, .root = root, .way = odd}});
  make(pairs);
}

TEST_P(Mismatches, AreToldOfCollectivesRootsAndOperations) {
  std::vector<Pair> pairs;
  for (const std::int64_t count : across_borders) {
    const Call everywhere{.count = count};
    const Call to_first{.count = count, .root = 0};
    const Call to_last{.count = count, .root = ranks() - 1};
    for (const auto& [usual, odd] :
         {Pair{everywhere, to_first}, Pair{to_first, everywhere}, Pair{everywhere, to_last},
          Pair{to_last, everywhere}, Pair{to_first, to_last}, Pair{to_last, to_first}})
      pairs.push_back({.usual = usual, .odd = odd});
    for (Pair pair : {Pair{everywhere, everywhere}, Pair{to_first, to_first}}) {
      pair.odd.operation = 1;
      pairs.push_back(pair);
    }
  }
  make(pairs);
}

TEST_P(Mismatches, AreToldInHalves) {
  std::vector<Pair> pairs = of_lengths(ranks(), {.lanes = std::min(ranks(), 3)});
  for (const Pair& pair : of_lengths(ranks(), {.root = 0, .lanes = std::min(ranks(), 3)}))
    pairs.push_back(pair);
  make(pairs);
}

TEST_P(Mismatches, AreToldInCallsForShares) {
  std::vector<Pair> pairs;
  for (const std::int64_t count : {6, 129}) {
    const Call all{.count = count};
    const Call to_first{.count = count, .root = 0};
    const Call equal{.count = count, .shares = ShareLengths::equal};
    const Call random{.count = count, .shares = ShareLengths::random};
    const Call of_one{.count = count, .shares = ShareLengths::of_one};
    const Call longer{.count = count + 1, .shares = ShareLengths::equal};
    for (const Pair& pair :
         {Pair{all, equal}, Pair{equal, all}, Pair{random, to_first}, Pair{equal, random},
          Pair{equal, longer}, Pair{random, of_one}, Pair{of_one, equal}})
      if (!are_alike(pair.usual, pair.odd, ranks())) pairs.push_back(pair);
    for (const node::Way way : {node::Way::sliced, node::Way::read}) {
      Pair pair{random, equal};
      pair.odd.way = way;
      pairs.push_back(pair);
    }
  }
  make(pairs);
}

TEST_P(Mismatches, AreToldOfElementsThatAreNotPlain) {
  make(of_lengths(ranks(), {.form = &packed}));
  make(of_lengths(ranks(), {.root = 0, .form = &with_gaps}));
}

TEST_P(Mismatches, AreToldInCallsOfDefaultLengths) {
  std::vector<Pair> pairs;
  for (const std::int64_t usual : {128, 129, 512, 513, 40000})
    for (const std::int64_t odd : {128, 129, 512, 513, 40000})
      if (usual != odd) pairs.push_back({.usual = {.count = usual}, .odd = {.count = odd}});
  make(pairs, {});
}

// Ranks that only send run ahead of the root, which gets an error for each call.
TEST_P(Mismatches, AreToldOfReducesWhoseSendersAreAhead) {
  SharedMemory memory(ranks());
  TeamOfThreads all = team(memory);
  with_callers(all, expression_of(GetParam()), [&](int rank, Caller& caller) {
    std::size_t number = 0;
    for (const std::int64_t count : {1, 7, 57, 65, 300})
      for (int round = 0; round < 10; ++round) {
        const bool differs = round % 2 == 0 && rank == ranks() - 1;
        const exec::Status status =
            caller.run({.count = differs ? count + 1 : count, .root = 0}, number++);
        EXPECT_TRUE(rank != 0 || status == (round % 2 == 0 ? mismatched : exec::success)) << count;
      }
    EXPECT_EQ(caller.run({.count = 3}, number++), exec::success);
    EXPECT_EQ(caller.run({.count = 300}, number++), exec::success);
  });
}

// A rank asks whether all have room for its call; for another rank the call is a short one. The
// last rank arrives late, when the odd rank may already ask before the next call.
TEST_P(Mismatches, AreToldBeforeCallsThatNeedRoom) {
  using Able = node::Group::Able;
  SharedMemory memory(ranks());
  TeamOfThreads all = team(memory);
  with_callers(all, expression_of(GetParam()), [&](int rank, Caller& caller) {
    std::size_t number = 0;
    for (const int odd : odd_ranks()) {
      if (rank == ranks() - 1) std::this_thread::sleep_for(std::chrono::milliseconds(20));
      if (rank == odd)
        EXPECT_EQ(caller.run({.count = 1}, number), mismatched);
      else
        EXPECT_EQ(all.group(rank).are_all_able(Able::yes, 4096), Able::torn);
      ++number;
      EXPECT_EQ(all.group(rank).are_all_able(Able::yes, rank == odd ? 4096 : 8192), Able::torn);
      EXPECT_EQ(all.group(rank).are_all_able(Able::yes, 4096), Able::yes);
      EXPECT_EQ(caller.run({.count = 200}, number++), exec::success);
    }
  });
}

// Some ranks leave the call before others have read the answers. The room must be available on all
// ranks, otherwise some of them would ask for it again in later calls.
TEST_P(Mismatches, LeaveTheRoomThatAllHaveToldOf) {
  using Able = node::Group::Able;
  SharedMemory memory(ranks());
  TeamOfThreads all = team(memory, short_lengths);
  with_callers(all, expression_of(GetParam()), [&](int rank, Caller& caller) {
    constexpr int rounds = 10;
    for (int round = 0; round < rounds; ++round) {
      EXPECT_EQ(all.group(rank).are_all_able(Able::yes, 4096), Able::yes) << round;
      const Call wrong{.count = 200, .root = rank == 0 ? 1 : node::everyone};
      const exec::Status status = caller.run(wrong, static_cast<std::size_t>(round));
      EXPECT_TRUE(status == mismatched || (status == exec::success && rank == 0)) << round;
    }
    EXPECT_EQ(caller.run({.count = 200}, rounds), exec::success);
  });
}

TEST(Signatures, TellWhatIsAsked) {
  for (const node::Asked& asked :
       {node::Asked{}, node::Asked{.count = 2147483647, .element_bytes = 4096, .root = 8189},
        node::Asked{.count = 0, .element_bytes = 1, .root = 0, .operation = 62},
        node::Asked{.count = 5, .root = node::each_its_share},
        node::Asked{.count = 5, .root = node::each_its_share, .shares = 8190},
        node::Asked{.count = std::int64_t{1} << 40, .root = node::each_its_share}}) {
    EXPECT_EQ(node::asked_of(node::signature_of(asked)), asked);
    EXPECT_NE(node::signature_of(asked), node::torn_signature);
  }
}

TEST(Signatures, OfLongVectorsTellHowLongAboutAndWhetherEqual) {
  const std::int64_t longest = std::numeric_limits<std::int64_t>::max();
  for (const std::int64_t count :
       {std::int64_t{1} << 31, (std::int64_t{5} << 31) + 12345, longest}) {
    const node::Signature own = node::signature_of({.count = count});
    const std::int64_t told = node::asked_of(own).count;
    EXPECT_LE(told, count);
    EXPECT_GT(told, count - count / 8192);
    for (const std::int64_t less : {1, 2, 3, 8, 1000, 1 << 20})
      EXPECT_NE(node::signature_of({.count = count - less}), own) << count << ", " << less;
  }
}

TEST(Signatures, OfSharesDiffer) {
  const std::vector<std::int64_t> some{0, 3, 3, 9};
  const std::vector<std::int64_t> others{0, 3, 4, 9};
  const auto fingerprint = [](const std::vector<std::int64_t>& starts) {
    return node::fingerprint_of(schedule::Shares(starts));
  };
  EXPECT_NE(fingerprint(some), fingerprint(others));
  EXPECT_NE(fingerprint(some), node::fingerprint_of(schedule::Shares(9, 3)));
  EXPECT_EQ(node::fingerprint_of(schedule::Shares(9, 3)), 0U);
}

}  // namespace
}  // namespace allfold::testing
