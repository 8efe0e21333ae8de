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
const int in_a_row = node::WayTrials::calls_of_way(node::class_of(node::everyone, bytes));

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
  Calls(Ranks& ranks, int rank, int root, const Nanoseconds& in_each_way,
        std::int64_t vector_bytes = bytes)
      : nanoseconds(in_each_way),
        team_(ranks.team(rank)),
        calls_(node::class_of(root, vector_bytes)) {}

  /// Makes `number` calls and returns their ways.
  std::vector<Way> make(int number) {
    std::vector<Way> ways;
    for (int i = 0; i < number; ++i) {
      const node::WayTrials::Turn turn = trials.next(calls_, first, team_);
      ways.push_back(turn.way);
      const bool is_disturbed = made++ % 2 == 0;
      if (turn.kind == Kind::usual) continue;
      // All ranks arrive at once; what comes after another way takes longer, and does not count.
      const std::int64_t begun = ++number_ * 1'000'000;
      const std::int64_t took = (is_disturbed ? disturbed.value_or(nanoseconds)
                                              : nanoseconds)[static_cast<std::size_t>(turn.way)];
      trials.note(turn, begun, begun + (turn.visit == 0 ? 10 * took : took));
      if (turn.kind != Kind::last_trial) continue;
      if (const auto decided = trials.decide(calls_, first, team_)) verdict = *decided;
    }
    return ways;
  }
  node::WayTrials trials;
  node::Verdict verdict;
  Nanoseconds nanoseconds;
  std::optional<Nanoseconds> disturbed;  ///< of every other call: of those with even numbers
  int made = 0;
  node::FirstWay first = {};

 private:
  node::Team& team_;
  node::CallClass calls_;
  std::int64_t number_ = 0;
};

/// Of calls that go three ways: in a Reduce `read` and `read_whole` are one.
constexpr int root = 0;

int number_of(Way way, const std::vector<Way>& ways) {
  return static_cast<int>(std::ranges::count(ways, way));
}

// Rank 0 would take `whole`, rank 1 `sliced`; for the slower of the two `read` is the best.
TEST(WayTrials, FindTheQuickestOfTheSlowestRankAndTellAll) {
  Ranks ranks(2);
  on_all_ranks(2, [&](int rank) {
    Calls calls(ranks, rank, root,
                rank == 0 ? Nanoseconds{5000, 1000, 3000} : Nanoseconds{1000, 5000, 3000});
    const std::vector<Way> first = calls.make(2 + 3 * in_a_row);
    EXPECT_EQ(first[0], Way::sliced) << "nothing is known";
    EXPECT_EQ(number_of(Way::sliced, first), 2 + in_a_row);
    EXPECT_EQ(number_of(Way::whole, first), in_a_row);
    EXPECT_EQ(number_of(Way::read, first), in_a_row);
    EXPECT_EQ(number_of(Way::read, calls.make(50)), 50) << rank;
    EXPECT_EQ(calls.verdict.way, Way::read);
    EXPECT_EQ(calls.verdict.nanoseconds[0], 5000);
  });
}

// The second way is the quicker one in calls that nothing disturbs, and far slower in others.
TEST(WayTrials, MeetAsManyCallsOfTwoKindsInEachWay) {
  for (const std::int64_t length :
       {std::int64_t{64} << 10, std::int64_t{256} << 10, std::int64_t{2} << 20}) {
    for (const int ahead : {0, 1}) {
      Ranks ranks(2);
      on_all_ranks(2, [&](int rank) {
        Calls calls(ranks, rank, root, {2000, 1800, 9000}, length);
        calls.disturbed = Nanoseconds{2500, 6000, 9000};
        calls.made = ahead;
        calls.make(100);
        EXPECT_EQ(calls.verdict.way, Way::sliced) << length << ", " << ahead;
        EXPECT_EQ(calls.verdict.nanoseconds[0], 2250);
        EXPECT_EQ(calls.verdict.nanoseconds[1], 3900);
      });
    }
  }
}

TEST(WayTrials, ComeBackButNotToWhatWasHopeless) {
  Ranks ranks(2);
  on_all_ranks(2, [&](int rank) {
    Calls calls(ranks, rank, root, {2000, 2200, 9000});
    calls.make(256);
    EXPECT_EQ(calls.verdict.way, Way::sliced);
    const std::vector<Way> again = calls.make(2 * in_a_row);
    EXPECT_EQ(number_of(Way::whole, again), in_a_row);
    EXPECT_EQ(number_of(Way::read, again), 0);
    EXPECT_EQ(number_of(Way::sliced, calls.make(500)), 500);
  });
}

// What was measured on the machine serves until slower ways are few among the calls.
TEST(WayTrials, BeginLaterWhereTheFirstWayWasMeasured) {
  Ranks ranks(2);
  on_all_ranks(2, [&](int rank) {
    Calls calls(ranks, rank, root, {2000, 2200, 1000});
    calls.first = {.way = Way::whole, .source = node::FirstWay::Source::rules};
    EXPECT_EQ(number_of(Way::whole, calls.make(256)), 256) << rank;
    const std::vector<Way> trials = calls.make(3 * in_a_row);
    EXPECT_EQ(number_of(Way::sliced, trials), in_a_row);
    EXPECT_EQ(number_of(Way::read, trials), in_a_row);
    EXPECT_EQ(calls.verdict.way, Way::read) << "they see what holds now";
    EXPECT_EQ(calls.verdict.first.way, Way::whole);
    EXPECT_EQ(calls.verdict.first.source, node::FirstWay::Source::rules);
    EXPECT_EQ(number_of(Way::read, calls.make(50)), 50);
  });
}

// On two ranks `read` is not tried at this length otherwise.
TEST(WayTrials, CompareTheFirstWayThatWasMeasured) {
  Ranks ranks(2);
  on_all_ranks(2, [&](int rank) {
    Calls calls(ranks, rank, node::everyone, {2000, 2200, 1000, 1500});
    calls.first = {.way = Way::read, .source = node::FirstWay::Source::rules};
    EXPECT_EQ(number_of(Way::read, calls.make(256)), 256) << rank;
    calls.make(4 * in_a_row);
    EXPECT_EQ(calls.verdict.way, Way::read);
    EXPECT_EQ(number_of(Way::read, calls.make(50)), 50);
  });
}

// At the next trials another way is the quickest.
TEST(WayTrials, ReviseADecision) {
  Ranks ranks(3);
  on_all_ranks(3, [&](int rank) {
    Calls calls(ranks, rank, root, {2000, 2200, 2400});
    calls.make(256);
    EXPECT_EQ(calls.verdict.way, Way::sliced);
    calls.nanoseconds = {3000, 2200, 2400};
    calls.make(3 * in_a_row);
    EXPECT_EQ(calls.verdict.way, Way::whole) << rank;
  });
}

TEST(WayTrials, StayWithAWayThatIsHardlySlower) {
  Ranks ranks(2);
  on_all_ranks(2, [&](int rank) {
    Calls calls(ranks, rank, root, {2000, 1800, 9000});
    calls.make(256);
    EXPECT_EQ(calls.verdict.way, Way::whole);
    calls.nanoseconds = {1750, 1800, 9000};
    calls.make(2 * in_a_row);
    EXPECT_EQ(number_of(Way::whole, calls.make(100)), 100) << rank;
    EXPECT_EQ(calls.verdict.nanoseconds[0], 2000) << "what holds is not told again";
  });
}

// What was quick is slow now, and what was hopeless is quick.
TEST(WayTrials, BeginAgainWhenTimesChange) {
  constexpr int calls_until_check = 128;
  Ranks ranks(2);
  on_all_ranks(2, [&](int rank) {
    Calls calls(ranks, rank, root, {2000, 2200, 9000});
    calls.make(2 + 3 * in_a_row);
    EXPECT_EQ(calls.verdict.way, Way::sliced);
    calls.nanoseconds = {9000, 9500, 3000};
    calls.make(calls_until_check + in_a_row + 3 * in_a_row);
    EXPECT_EQ(calls.verdict.way, Way::read) << rank;
    EXPECT_EQ(number_of(Way::read, calls.make(50)), 50);
  });
}

// The machine may change again before thousands of them are made.
TEST(WayTrials, BeginAgainSoonInLongCalls) {
  Ranks ranks(2);
  on_all_ranks(2, [&](int rank) {
    Calls calls(ranks, rank, root, {2000, 2200, 9000}, 2 << 20);
    calls.make(3000);
    EXPECT_EQ(calls.verdict.way, Way::sliced);
    calls.nanoseconds = {9000, 9500, 3000};
    calls.make(100);
    EXPECT_EQ(calls.verdict.way, Way::read) << rank;
  });
}

// What was chosen has become slower by less than half, and what lost by little has not.
TEST(WayTrials, CompareAgainWithWhatTookLess) {
  constexpr int calls_until_check = 128;
  Ranks ranks(2);
  on_all_ranks(2, [&](int rank) {
    Calls calls(ranks, rank, root, {2000, 2200, 9000});
    calls.make(2 + 3 * in_a_row);
    calls.nanoseconds = {2800, 2200, 1000};
    const std::vector<Way> then = calls.make(calls_until_check + in_a_row + 2 * in_a_row);
    EXPECT_EQ(calls.verdict.way, Way::whole) << rank;
    EXPECT_EQ(number_of(Way::read, then), 0) << "which was hopeless";
    EXPECT_EQ(number_of(Way::whole, calls.make(50)), 50);
  });
}

TEST(WayTrials, LetTimesScatter) {
  Ranks ranks(2);
  on_all_ranks(2, [&](int rank) {
    Calls calls(ranks, rank, root, {2000, 2200, 9000});
    calls.make(2 + 3 * in_a_row);
    calls.nanoseconds = {2400, 1000, 1000};
    EXPECT_EQ(number_of(Way::sliced, calls.make(200)), 200) << rank;
    EXPECT_EQ(calls.verdict.nanoseconds[0], 2000);
  });
}

// Rank 0 waits for rank 1, which arrives 7 us later, and longer before calls of one way.
TEST(WayTrials, CountFromTheLastArrivalToTheLastLeaving) {
  Ranks ranks(2);
  on_all_ranks(2, [&](int rank) {
    node::WayTrials trials;
    const node::CallClass calls = node::class_of(node::everyone, bytes);
    std::optional<node::Verdict> verdict;
    for (std::int64_t i = 0; !verdict; ++i) {
      const auto turn = trials.next(calls, {.way = Way::whole}, ranks.team(rank));
      if (turn.kind == Kind::usual) continue;
      const std::int64_t late = turn.way == Way::sliced ? 50'000 : 7000;
      const std::int64_t took = turn.way == Way::sliced ? 1000 : 2000;
      const std::int64_t begun = i * 1'000'000;
      // Of the last to arrive, the other one leaves later.
      trials.note(turn, begun + rank * late, begun + late + (rank == 0 ? took : took / 2));
      if (turn.kind == Kind::last_trial)
        verdict = trials.decide(calls, {.way = Way::whole}, ranks.team(rank));
    }
    EXPECT_EQ(verdict->way, Way::sliced);
    EXPECT_EQ(verdict->nanoseconds[0], 1000);
    EXPECT_EQ(verdict->nanoseconds[1], 2000);
  });
}

// One of five calls was disturbed, and one happened to be quick.
TEST(WayTrials, GoByTheMedian) {
  Ranks ranks(1);
  node::WayTrials trials;
  const node::CallClass calls = node::class_of(node::everyone, bytes);
  std::optional<node::Verdict> verdict;
  while (!verdict) {
    const auto turn = trials.next(calls, {.way = Way::sliced}, ranks.team(0));
    if (turn.kind == Kind::usual) continue;
    const std::int64_t took = turn.visit == 2 ? 1 : turn.visit == 3 ? 1'000'000 : 3000;
    trials.note(turn, 1, 1 + took);
    if (turn.kind == Kind::last_trial)
      verdict = trials.decide(calls, {.way = Way::sliced}, ranks.team(0));
  }
  EXPECT_EQ(verdict->nanoseconds, (Nanoseconds{3000, 3000, 3000, node::never}));
}

// A class that is not called any more leaves its place after a while.
TEST(WayTrials, AreOfOneClassAtATime) {
  Ranks ranks(1);
  node::WayTrials trials;
  const node::CallClass first = node::class_of(node::everyone, bytes);
  const node::CallClass second = node::class_of(node::everyone, 4 * bytes);
  const auto kind = [&](const node::CallClass& calls) {
    return trials.next(calls, {.way = Way::sliced}, ranks.team(0)).kind;
  };
  for (int i = 0; i < 3; ++i) kind(first);
  EXPECT_EQ(kind(first), Kind::trial);
  for (int i = 0; i < 2 + 14; ++i) EXPECT_EQ(kind(second), Kind::usual) << i;
  EXPECT_EQ(kind(second), Kind::trial);
  EXPECT_EQ(kind(first), Kind::usual);
}

TEST(WayTrials, LeaveOutReadingWhereItIsForbidden) {
  Ranks ranks(2);
  on_all_ranks(2, [&](int rank) {
    Calls calls(ranks, rank, node::everyone, {3000, 2000, 1000, 1000});
    calls.trials.forbid_reading();
    const std::vector<Way> ways = calls.make(2 + 2 * in_a_row);
    EXPECT_EQ(number_of(Way::read, ways), 0);
    EXPECT_EQ(number_of(Way::read_whole, ways), 0);
    EXPECT_EQ(calls.verdict.way, Way::whole);
  });
}

/// Whether calls of this root and length ever go this way.
bool is_tried(Way way, const node::Team& team, int of, std::int64_t vector_bytes) {
  node::WayTrials trials;
  bool is = false;
  for (int i = 0; i < 40; ++i)
    is = is || trials.next(node::class_of(of, vector_bytes), {}, team).way == way;
  return is;
}

TEST(WayTrials, LeaveOutReadingOfWhatIsQuicklyCopied) {
  Ranks three(3);
  const node::Team& team = three.team(0);
  EXPECT_FALSE(is_tried(Way::read, team, node::everyone, (16 << 10) - 8)) << "slices of a third";
  EXPECT_TRUE(is_tried(Way::read, team, node::everyone, 16 << 10));
  EXPECT_FALSE(is_tried(Way::read, team, 0, (4 << 10) - 8));
  EXPECT_TRUE(is_tried(Way::read, team, 0, 4 << 10));
}

// There it reads no more.
TEST(WayTrials, ReadWholeVectorsOnTwoRanks) {
  Ranks two(2);
  const node::Team& team = two.team(0);
  EXPECT_FALSE(is_tried(Way::read_whole, team, node::everyone, (4 << 10) - 8));
  EXPECT_TRUE(is_tried(Way::read_whole, team, node::everyone, 4 << 10));
  EXPECT_TRUE(is_tried(Way::read_whole, team, node::everyone, (4 << 20) - 8));
  EXPECT_FALSE(is_tried(Way::read_whole, team, node::everyone, 4 << 20));
  EXPECT_FALSE(is_tried(Way::read, team, node::everyone, (1 << 20) - 8));
  EXPECT_TRUE(is_tried(Way::read, team, node::everyone, 1 << 20));
  EXPECT_TRUE(is_tried(Way::read, team, 0, 64 << 10));
  EXPECT_FALSE(is_tried(Way::read_whole, team, 0, 64 << 10)) << "as `read` does";
  Ranks three(3);
  EXPECT_FALSE(is_tried(Way::read_whole, three.team(0), node::everyone, 64 << 10));
}

TEST(WayTrials, AreForTheirClassAlone) {
  Ranks ranks(2);
  node::WayTrials trials;
  const auto ends = [&](const node::CallClass& calls) {
    int number = 1;
    while (trials.next(calls, {.way = Way::sliced}, ranks.team(0)).kind != Kind::last_trial)
      ++number;
    return number;
  };
  const int number = ends(node::class_of(node::everyone, bytes));
  EXPECT_EQ(number, 2 + 3 * in_a_row);
  EXPECT_EQ(ends(node::class_of(node::everyone, bytes / 2)), number);
  EXPECT_EQ(ends(node::class_of(1, bytes)), 2 + 3 * in_a_row);
  EXPECT_EQ(trials.next(node::class_of(node::everyone, bytes + 8), {}, ranks.team(0)).kind,
            Kind::usual);
}

// A program may make some tens of calls with vectors of megabytes.
TEST(WayTrials, TakeFewerCallsOfLongVectors) {
  const auto calls_of_way = [](std::int64_t vector_bytes) {
    return node::WayTrials::calls_of_way(node::class_of(node::everyone, vector_bytes));
  };
  EXPECT_EQ(calls_of_way(64 << 10), 7);
  EXPECT_EQ(calls_of_way(128 << 10), 5);
  EXPECT_EQ(calls_of_way(2 << 20), 5);
  EXPECT_EQ(calls_of_way(4 << 20), 3);
  Ranks ranks(2);
  on_all_ranks(2, [&](int rank) {
    node::WayTrials trials;
    const node::CallClass calls = node::class_of(node::everyone, 6 << 20);
    std::optional<node::Verdict> verdict;
    for (std::int64_t i = 0; !verdict; ++i) {
      const auto turn = trials.next(calls, {.way = Way::read}, ranks.team(rank));
      if (turn.kind == Kind::usual) continue;
      // The first counted call of each way is disturbed.
      const std::int64_t took =
          (turn.way == Way::whole ? 1000 : 2000) + (turn.visit == 1 ? 9000 : 0);
      trials.note(turn, i * 1'000'000, i * 1'000'000 + took);
      if (turn.kind == Kind::last_trial)
        verdict = trials.decide(calls, {.way = Way::read}, ranks.team(rank));
    }
    EXPECT_EQ(verdict->way, Way::whole);
    EXPECT_EQ(verdict->nanoseconds[static_cast<std::size_t>(Way::whole)], 1000);
    EXPECT_EQ(verdict->nanoseconds[static_cast<std::size_t>(Way::read)], 2000);
  });
}

TEST(WayTrials, TryOnlySlicesInClusters) {
  Ranks ranks(9);
  node::WayTrials trials;
  for (int i = 0; i < 40; ++i)
    EXPECT_EQ(trials.next(node::class_of(node::everyone, bytes), {}, ranks.team(0)).way,
              Way::sliced);
}

}  // namespace
}  // namespace allfold::testing
