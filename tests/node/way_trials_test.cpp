#include "node/way_trials.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

#include "node/team_of_threads.hpp"

namespace allfold::testing {
namespace {

using node::Way;
using Kind = node::WayTrials::Turn::Kind;

constexpr std::int64_t bytes = 64 << 10;

class Ranks {
 public:
  explicit Ranks(int ranks) : slots_(static_cast<std::size_t>(ranks)) {
    std::vector<node::Slot*> addresses(slots_.size());
    std::ranges::transform(slots_, addresses.begin(), [](node::Slot& slot) { return &slot; });
    for (int rank = 0; rank < ranks; ++rank)
      teams_.emplace_back(addresses, rank, tree_f(ranks), node::Topology{},
                          node::Waiting([] {}, /*is_crowded=*/true));
  }
  [[nodiscard]] node::Team& team(int rank) { return teams_[static_cast<std::size_t>(rank)]; }

 private:
  std::vector<node::Slot> slots_;
  std::vector<node::Team> teams_;
};

/// What a rank's calls take in each way.
using Nanoseconds = std::array<std::int64_t, node::ways>;

/// The calls of a class, as one rank makes them.
class Calls {
 public:
  Calls(Ranks& ranks, int rank, int root, const Nanoseconds& in_each_way)
      : nanoseconds(in_each_way), team_(ranks.team(rank)), calls_(node::class_of(root, bytes)) {}

  /// Makes `number` calls and returns their ways.
  std::vector<Way> make(int number) {
    std::vector<Way> ways;
    for (int i = 0; i < number; ++i) {
      const node::WayTrials::Turn turn = trials.next(calls_, Way::sliced, team_);
      ways.push_back(turn.way);
      if (turn.kind == Kind::usual) continue;
      trials.note(calls_, turn.way, nanoseconds[static_cast<std::size_t>(turn.way)]);
      if (turn.kind == Kind::last_trial) verdict = trials.decide(calls_, Way::sliced, team_);
    }
    return ways;
  }
  node::WayTrials trials;
  node::Verdict verdict;
  Nanoseconds nanoseconds;

 private:
  node::Team& team_;
  node::CallClass calls_;
};

int number_of(Way way, const std::vector<Way>& ways) {
  return static_cast<int>(std::ranges::count(ways, way));
}

// Rank 0 would take `whole`, rank 1 `sliced`; for the slower of the two `read` is the best.
TEST(WayTrials, FindTheQuickestOfTheSlowestRankAndTellAll) {
  Ranks ranks(2);
  on_all_ranks(2, [&](int rank) {
    Calls calls(ranks, rank, node::everyone,
                rank == 0 ? Nanoseconds{5000, 1000, 3000} : Nanoseconds{1000, 5000, 3000});
    const std::vector<Way> first = calls.make(2 + 3 * node::WayTrials::visits);
    EXPECT_EQ(first[0], Way::sliced) << "nothing is known";
    EXPECT_EQ(number_of(Way::sliced, first), 2 + node::WayTrials::visits);
    EXPECT_EQ(number_of(Way::whole, first), node::WayTrials::visits);
    EXPECT_EQ(number_of(Way::read, first), node::WayTrials::visits);
    EXPECT_EQ(number_of(Way::read, calls.make(50)), 50) << rank;
    EXPECT_EQ(calls.verdict.way, Way::read);
    EXPECT_EQ(calls.verdict.nanoseconds[0], 5000);
  });
}

TEST(WayTrials, ComeBackButNotToWhatWasHopeless) {
  Ranks ranks(2);
  on_all_ranks(2, [&](int rank) {
    Calls calls(ranks, rank, node::everyone, {2000, 2200, 9000});
    calls.make(256);
    EXPECT_EQ(calls.verdict.way, Way::sliced);
    const std::vector<Way> again = calls.make(2 * node::WayTrials::visits);
    EXPECT_EQ(number_of(Way::whole, again), node::WayTrials::visits);
    EXPECT_EQ(number_of(Way::read, again), 0);
    EXPECT_EQ(number_of(Way::sliced, calls.make(500)), 500);
  });
}

// At the next trials another way is the quickest.
TEST(WayTrials, ReviseADecision) {
  Ranks ranks(3);
  on_all_ranks(3, [&](int rank) {
    Calls calls(ranks, rank, node::everyone, {2000, 2200, 2400});
    calls.make(256);
    EXPECT_EQ(calls.verdict.way, Way::sliced);
    calls.nanoseconds = {3000, 2200, 2400};
    calls.make(3 * node::WayTrials::visits);
    EXPECT_EQ(calls.verdict.way, Way::whole) << rank;
  });
}

TEST(WayTrials, OfReducesTheRootsTimeCounts) {
  Ranks ranks(2);
  on_all_ranks(2, [&](int rank) {
    node::WayTrials trials;
    const node::CallClass calls = node::class_of(0, bytes);
    std::optional<node::Verdict> verdict;
    for (int i = 0; i < 2 + 3 * node::WayTrials::visits; ++i) {
      const auto turn = trials.next(calls, Way::whole, ranks.team(rank));
      if (turn.kind != Kind::usual && rank == 0)
        trials.note(calls, turn.way, turn.way == Way::sliced ? 1000 : 2000);
      if (turn.kind == Kind::last_trial)
        verdict = trials.decide(calls, Way::whole, ranks.team(rank));
    }
    ASSERT_TRUE(verdict);
    EXPECT_EQ(verdict->way, Way::sliced);
  });
}

TEST(WayTrials, LeaveOutReadingWhereItIsForbidden) {
  Ranks ranks(2);
  on_all_ranks(2, [&](int rank) {
    Calls calls(ranks, rank, node::everyone, {3000, 2000, 1000});
    calls.trials.forbid_reading();
    const std::vector<Way> ways = calls.make(2 + 2 * node::WayTrials::visits);
    EXPECT_EQ(number_of(Way::read, ways), 0);
    EXPECT_EQ(calls.verdict.way, Way::whole);
  });
}

TEST(WayTrials, LeaveOutReadingOfWhatIsQuicklyCopied) {
  Ranks ranks(2);
  node::WayTrials trials;
  const node::CallClass calls = node::class_of(node::everyone, bytes - 8);
  for (int i = 0; i < 40; ++i)
    EXPECT_NE(trials.next(calls, Way::sliced, ranks.team(0)).way, Way::read);
}

TEST(WayTrials, AreForTheirClassAlone) {
  Ranks ranks(2);
  node::WayTrials trials;
  const auto ends = [&](const node::CallClass& calls) {
    int number = 1;
    while (trials.next(calls, Way::sliced, ranks.team(0)).kind != Kind::last_trial) ++number;
    return number;
  };
  const int number = ends(node::class_of(node::everyone, bytes));
  EXPECT_EQ(ends(node::class_of(node::everyone, 2 * bytes)), number);
  EXPECT_EQ(ends(node::class_of(1, bytes)), number);
  EXPECT_EQ(trials.next(node::class_of(node::everyone, bytes + 8), Way::sliced, ranks.team(0)).kind,
            Kind::usual);
}

TEST(WayTrials, TryOnlySlicesInClusters) {
  Ranks ranks(9);
  node::WayTrials trials;
  for (int i = 0; i < 40; ++i)
    EXPECT_EQ(trials.next(node::class_of(node::everyone, bytes), Way::sliced, ranks.team(0)).way,
              Way::sliced);
}

}  // namespace
}  // namespace allfold::testing
