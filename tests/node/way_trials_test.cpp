// The calls that are on trial, and the ways that they take.
#include "node/way_trials.hpp"

#include <gtest/gtest.h>

#include <optional>
#include <vector>

#include "node/trial_calls.hpp"

namespace allfold::testing {
namespace {

TEST(WayTrials, ComeBackButNotToWhatWasHopeless) {
  Ranks ranks(2);
  on_all_ranks(2, [&](int rank) {
    Calls calls(ranks, rank, root, {2000, 2200, 9000});
    calls.make(256);
    EXPECT_EQ(calls.result.way, Way::sliced);
    const std::vector<Way> again = calls.make(2 * in_a_row);
    EXPECT_EQ(number_of(Way::whole, again), in_a_row);
    EXPECT_EQ(number_of(Way::read, again), 0);
    EXPECT_EQ(number_of(Way::sliced, calls.make(500)), 500);
  });
}

// The way measured on this machine is used until calls of slower ways would be a small share of all
// calls.
TEST(WayTrials, BeginLaterWhereTheFirstWayWasMeasured) {
  Ranks ranks(2);
  on_all_ranks(2, [&](int rank) {
    Calls calls(ranks, rank, root, {2000, 2200, 1000});
    calls.first = {.way = Way::whole, .source = node::FirstWay::Source::rules};
    EXPECT_EQ(number_of(Way::whole, calls.make(256)), 256) << rank;
    const std::vector<Way> trials = calls.make(3 * in_a_row);
    EXPECT_EQ(number_of(Way::sliced, trials), in_a_row);
    EXPECT_EQ(number_of(Way::read, trials), in_a_row);
    EXPECT_EQ(calls.result.way, Way::read) << "they see what holds now";
    EXPECT_EQ(calls.result.first.way, Way::whole);
    EXPECT_EQ(calls.result.first.source, node::FirstWay::Source::rules);
    EXPECT_EQ(number_of(Way::read, calls.make(50)), 50);
  });
}

// Otherwise two ranks do not try `read` at this length.
TEST(WayTrials, CompareTheFirstWayThatWasMeasured) {
  Ranks ranks(2);
  on_all_ranks(2, [&](int rank) {
    Calls calls(ranks, rank, node::everyone, {2000, 2200, 1000, 1500});
    calls.first = {.way = Way::read, .source = node::FirstWay::Source::rules};
    EXPECT_EQ(number_of(Way::read, calls.make(256)), 256) << rank;
    calls.make(4 * in_a_row);
    EXPECT_EQ(calls.result.way, Way::read);
    EXPECT_EQ(number_of(Way::read, calls.make(50)), 50);
  });
}

// A class without further calls is replaced after a while.
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
    EXPECT_EQ(calls.result.way, Way::whole);
  });
}

// Calls on trial that were meant to read have taken another way, so their times are invalid; so are
// earlier decisions.
TEST(WayTrials, LeaveOutReadingFromWhenItIsForbidden) {
  for (const int made : {2 + 2 * in_a_row, 2 + 3 * in_a_row - 1, 2 + 3 * in_a_row + 5}) {
    Ranks ranks(2);
    on_all_ranks(2, [&](int rank) {
      Calls calls(ranks, rank, root, {3000, 2000, 1000});
      calls.make(made);
      calls.trials.forbid_reading();
      calls.make(2 + 3 * in_a_row - made);
      const std::vector<Way> ways = calls.make(1000);
      EXPECT_EQ(number_of(Way::read, ways), 0) << made;
      EXPECT_EQ(calls.result.way, Way::whole) << made;
    });
  }
}

/// Whether calls with this root and length ever take this way.
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

// Two ranks read no more bytes that way.
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

// A program may make only tens of calls with vectors of megabytes.
TEST(WayTrials, TakeFewerCallsOfLongVectors) {
  const auto calls_of_way = [](std::int64_t vector_bytes) {
    return 1 +
           node::WayTrials::method_of(node::class_of(node::everyone, vector_bytes)).calls_of_turn;
  };
  EXPECT_EQ(calls_of_way(64 << 10), 7);
  EXPECT_EQ(calls_of_way(128 << 10), 5);
  EXPECT_EQ(calls_of_way(2 << 20), 5);
  EXPECT_EQ(calls_of_way(4 << 20), 3);
  Ranks ranks(2);
  on_all_ranks(2, [&](int rank) {
    node::WayTrials trials;
    const node::CallClass calls = node::class_of(node::everyone, 6 << 20);
    std::optional<node::TrialResult> result;
    for (std::int64_t i = 0; !result; ++i) {
      const auto turn = trials.next(calls, {.way = Way::read}, ranks.team(rank));
      if (turn.kind == Kind::usual) continue;
      // The first counted call of each way is disturbed.
      const std::int64_t took =
          (turn.way == Way::whole ? 1000 : 2000) + (turn.visit == 1 ? 9000 : 0);
      trials.note(turn, i * 1'000'000, i * 1'000'000 + took);
      if (turn.kind == Kind::last_trial)
        result = trials.decide(calls, {.way = Way::read}, ranks.team(rank));
    }
    EXPECT_EQ(result->way, Way::whole);
    EXPECT_EQ(result->nanoseconds[static_cast<std::size_t>(Way::whole)], 1000);
    EXPECT_EQ(result->nanoseconds[static_cast<std::size_t>(Way::read)], 2000);
  });
}

TEST(WayTrials, TryOnlySlicesInClusters) {
  Ranks ranks(node::Hierarchy::of_tree_f(9, std::array{node::Hierarchy::Subtrees{4}}));
  node::WayTrials trials;
  for (int i = 0; i < 40; ++i)
    EXPECT_EQ(trials.next(node::class_of(node::everyone, bytes), {}, ranks.team(0)).way,
              Way::sliced);
}

}  // namespace
}  // namespace allfold::testing
