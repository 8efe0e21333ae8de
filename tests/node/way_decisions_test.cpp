// The choice of a way, and when the ways are compared again.
#include <gtest/gtest.h>

#include <optional>
#include <vector>

#include "node/trial_calls.hpp"

namespace allfold::testing {
namespace {

// For rank 0 `whole` is fastest, for rank 1 `sliced`; for the slower of the two `read` is best.
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
    EXPECT_EQ(calls.result.way, Way::read);
    EXPECT_EQ(calls.result.nanoseconds[0], 5000);
  });
}

// The second way is faster in undisturbed calls, and far slower in others.
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
        EXPECT_EQ(calls.result.way, Way::sliced) << length << ", " << ahead;
        EXPECT_EQ(calls.result.nanoseconds[0], 2250);
        EXPECT_EQ(calls.result.nanoseconds[1], 3900);
      });
    }
  }
}

// At the next trials another way is the fastest.
TEST(WayTrials, ReviseADecision) {
  Ranks ranks(3);
  on_all_ranks(3, [&](int rank) {
    Calls calls(ranks, rank, root, {2000, 2200, 2400});
    calls.make(256);
    EXPECT_EQ(calls.result.way, Way::sliced);
    calls.nanoseconds = {3000, 2200, 2400};
    calls.make(3 * in_a_row);
    EXPECT_EQ(calls.result.way, Way::whole) << rank;
  });
}

TEST(WayTrials, StayWithAWayThatIsHardlySlower) {
  Ranks ranks(2);
  on_all_ranks(2, [&](int rank) {
    Calls calls(ranks, rank, root, {2000, 1800, 9000});
    calls.make(256);
    EXPECT_EQ(calls.result.way, Way::whole);
    calls.nanoseconds = {1750, 1800, 9000};
    calls.make(2 * in_a_row);
    EXPECT_EQ(number_of(Way::whole, calls.make(100)), 100) << rank;
    EXPECT_EQ(calls.result.nanoseconds[0], 2000) << "what holds is not told again";
  });
}

// The fast way is slow now, and the slow one is fast.
TEST(WayTrials, BeginAgainWhenTimesChange) {
  constexpr int calls_until_check = 128;
  Ranks ranks(2);
  on_all_ranks(2, [&](int rank) {
    Calls calls(ranks, rank, root, {2000, 2200, 9000});
    calls.make(2 + 3 * in_a_row);
    EXPECT_EQ(calls.result.way, Way::sliced);
    calls.nanoseconds = {9000, 9500, 3000};
    calls.make(calls_until_check + in_a_row + 3 * in_a_row);
    EXPECT_EQ(calls.result.way, Way::read) << rank;
    EXPECT_EQ(number_of(Way::read, calls.make(50)), 50);
  });
}

// The machine may change again before thousands of them are made.
TEST(WayTrials, BeginAgainSoonInLongCalls) {
  Ranks ranks(2);
  on_all_ranks(2, [&](int rank) {
    Calls calls(ranks, rank, root, {2000, 2200, 9000}, 2 << 20);
    calls.make(3000);
    EXPECT_EQ(calls.result.way, Way::sliced);
    calls.nanoseconds = {9000, 9500, 3000};
    calls.make(100);
    EXPECT_EQ(calls.result.way, Way::read) << rank;
  });
}

// The chosen way has become slower by less than half, a way that lost by little has not.
TEST(WayTrials, CompareAgainWithWhatTookLess) {
  constexpr int calls_until_check = 128;
  Ranks ranks(2);
  on_all_ranks(2, [&](int rank) {
    Calls calls(ranks, rank, root, {2000, 2200, 9000});
    calls.make(2 + 3 * in_a_row);
    calls.nanoseconds = {2800, 2200, 1000};
    const std::vector<Way> then = calls.make(calls_until_check + in_a_row + 2 * in_a_row);
    EXPECT_EQ(calls.result.way, Way::whole) << rank;
    EXPECT_EQ(number_of(Way::read, then), 0) << "which was hopeless";
    EXPECT_EQ(number_of(Way::whole, calls.make(50)), 50);
  });
}

// The check after the next trials compares with both: the decision after the disturbed trials is
// soon revised.
TEST(WayTrials, CompareAgainWithWhatADisturbanceHid) {
  Ranks ranks(2);
  on_all_ranks(2, [&](int rank) {
    Calls calls(ranks, rank, root, {4000, 3000, 2000});
    calls.make(256 + 3 * in_a_row);
    EXPECT_EQ(calls.result.way, Way::read);
    calls.nanoseconds = {4000, 3000, 5000};
    for (int i = 0; i < 512 && calls.result.way == Way::read; ++i) calls.make(1);
    EXPECT_EQ(calls.result.way, Way::whole) << rank;
    calls.nanoseconds = {4000, 3000, 2000};
    calls.make(256);
    EXPECT_EQ(calls.result.way, Way::read) << rank;
  });
}

// Only once: the way that was fast in the latest two trials is not fast in the next ones.
TEST(WayTrials, CompareOnceMoreWithWhatWasQuick) {
  Ranks ranks(2);
  on_all_ranks(2, [&](int rank) {
    Calls calls(ranks, rank, root, {4000, 3000, 2000});
    calls.make(2 + 3 * in_a_row);
    calls.nanoseconds = {4000, 3000, 4200};
    calls.make(1000);
    EXPECT_EQ(calls.result.way, Way::whole) << rank;
    EXPECT_EQ(number_of(Way::whole, calls.make(2000)), 2000);
  });
}

// A program that continues with other vectors, or makes no more back-to-back calls, should not have
// to wait.
TEST(WayTrials, BeginAgainSoonWhateverTheLength) {
  for (const std::int64_t length : {std::int64_t{8} << 10, bytes, std::int64_t{512} << 10}) {
    Ranks ranks(2);
    on_all_ranks(2, [&](int rank) {
      Calls calls(ranks, rank, root, {2000, 2200, 9000}, length);
      calls.make(3000);
      EXPECT_EQ(calls.result.way, Way::sliced);
      calls.nanoseconds = {9000, 9500, 3000};
      calls.make(256 + 4 * in_a_row);
      EXPECT_EQ(calls.result.way, Way::read) << rank << ", " << length;
    });
  }
}

TEST(WayTrials, LetTimesScatter) {
  Ranks ranks(2);
  on_all_ranks(2, [&](int rank) {
    Calls calls(ranks, rank, root, {2000, 2200, 9000});
    calls.make(2 + 3 * in_a_row);
    calls.nanoseconds = {2400, 1000, 1000};
    EXPECT_EQ(number_of(Way::sliced, calls.make(200)), 200) << rank;
    EXPECT_EQ(calls.result.nanoseconds[0], 2000);
  });
}

// Rank 0 waits for rank 1, which arrives 7 us later, and waits longer before calls of one way.
TEST(WayTrials, CountFromTheLastArrivalToTheLastLeaving) {
  Ranks ranks(2);
  on_all_ranks(2, [&](int rank) {
    node::WayTrials trials;
    const node::CallClass calls = node::class_of(node::everyone, bytes);
    std::optional<node::TrialResult> result;
    for (std::int64_t i = 0; !result; ++i) {
      const auto turn = trials.next(calls, {.way = Way::whole}, ranks.team(rank));
      if (turn.kind == Kind::usual) continue;
      const std::int64_t late = turn.way == Way::sliced ? 50'000 : 7000;
      const std::int64_t took = turn.way == Way::sliced ? 1000 : 2000;
      const std::int64_t begun = i * 1'000'000;
      // The rank that arrives last leaves first.
      trials.note(turn, begun + rank * late, begun + late + (rank == 0 ? took : took / 2));
      if (turn.kind == Kind::last_trial)
        result = trials.decide(calls, {.way = Way::whole}, ranks.team(rank));
    }
    EXPECT_EQ(result->way, Way::sliced);
    EXPECT_EQ(result->nanoseconds[0], 1000);
    EXPECT_EQ(result->nanoseconds[1], 2000);
  });
}

// One of five calls was disturbed, and one was fast by chance.
TEST(WayTrials, GoByTheMedian) {
  Ranks ranks(1);
  node::WayTrials trials;
  const node::CallClass calls = node::class_of(node::everyone, bytes);
  std::optional<node::TrialResult> result;
  while (!result) {
    const auto turn = trials.next(calls, {.way = Way::sliced}, ranks.team(0));
    if (turn.kind == Kind::usual) continue;
    const std::int64_t took = turn.visit == 2 ? 1 : turn.visit == 3 ? 1'000'000 : 3000;
    trials.note(turn, 1, 1 + took);
    if (turn.kind == Kind::last_trial)
      result = trials.decide(calls, {.way = Way::sliced}, ranks.team(0));
  }
  EXPECT_EQ(result->nanoseconds, (Nanoseconds{3000, 3000, 3000, trials::never}));
}

}  // namespace
}  // namespace allfold::testing
