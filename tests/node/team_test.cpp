#include "node/team.hpp"

#include <gtest/gtest.h>
#include <sched.h>

#include <algorithm>
#include <array>
#include <memory>

#include "algorithms/fold.hpp"

namespace allfold::node {
namespace {

struct Setting {
  int ranks;
  Topology topology;
};

/// The ranks of a communicator; each has its own team.
class Teams {
 public:
  explicit Teams(const Setting& setting) {
    std::vector<Slot*> slots;
    slots.reserve(static_cast<std::size_t>(setting.ranks));
    for (int rank = 0; rank < setting.ranks; ++rank)
      slots.push_back(slots_.emplace_back(std::make_unique<Slot>()).get());
    for (int rank = 0; rank < setting.ranks; ++rank)
      teams_.push_back(std::make_unique<Team>(
          slots, rank, Brackets(algorithms::Fold(setting.ranks).first_ranks()), setting.topology,
          Waiting([] {}, true)));
  }
  [[nodiscard]] Slot& slot(int rank) const { return *slots_[static_cast<std::size_t>(rank)]; }
  [[nodiscard]] Team& of(int rank) const { return *teams_[static_cast<std::size_t>(rank)]; }

 private:
  std::vector<std::unique_ptr<Slot>> slots_;
  std::vector<std::unique_ptr<Team>> teams_;
};

/// Keeps this thread on its present processor.
class OnOneProcessor {
 public:
  OnOneProcessor() {
    cpu_set_t one;
    CPU_ZERO(&one);
    const int processor = sched_getcpu();
    if (processor < 0 || processor >= CPU_SETSIZE ||
        sched_getaffinity(0, sizeof(before_), &before_) != 0)
      return;
    CPU_SET(static_cast<std::size_t>(processor), &one);
    is_kept_ = sched_setaffinity(0, sizeof(one), &one) == 0;
  }
  ~OnOneProcessor() {
    if (is_kept_) sched_setaffinity(0, sizeof(before_), &before_);
  }
  OnOneProcessor(const OnOneProcessor&) = delete;
  OnOneProcessor& operator=(const OnOneProcessor&) = delete;
  [[nodiscard]] bool is_kept() const { return is_kept_; }

 private:
  cpu_set_t before_ = {};
  bool is_kept_ = false;
};

constexpr Topology caches_of_eight{.leaves_of_cluster = {8, 64}};

class OnManyRanks : public ::testing::TestWithParam<Setting> {};
INSTANTIATE_TEST_SUITE_P(Team, OnManyRanks,
                         ::testing::Values(Setting{128, caches_of_eight},
                                           Setting{96, caches_of_eight},
                                           Setting{192, caches_of_eight},
                                           Setting{256, {.leaves_of_cluster = {16, 256}}},
                                           Setting{1000, {.leaves_of_cluster = {16, 128}}}),
                         [](const auto& each) { return std::to_string(each.param.ranks); });

TEST_P(OnManyRanks, NobodyWatchesMoreThanAFewOthers) {
  const Teams teams(GetParam());
  constexpr std::size_t of_each_level = 16;
  for (int rank = 0; rank < GetParam().ranks; ++rank)
    EXPECT_LT(teams.of(rank).watched().size(), 3 * of_each_level) << rank;
}

TEST_P(OnManyRanks, EveryRankHasLeadersUpToTheHighestLevel) {
  const Teams teams(GetParam());
  for (int rank = 0; rank < GetParam().ranks; ++rank) {
    const Team* team = &teams.of(rank);
    while (!team->leads_highest()) {
      const Team& leader = teams.of(team->leader());
      ASSERT_GT(leader.levels_led(), team->levels_led()) << rank;
      EXPECT_TRUE(leader.cluster(team->levels_led()).contains(rank));
      team = &leader;
    }
  }
}

TEST_P(OnManyRanks, AClusterConsistsOfThoseBelow) {
  const Teams teams(GetParam());
  for (int rank = 0; rank < GetParam().ranks; ++rank) {
    const Team& team = teams.of(rank);
    for (int level = 1; level <= team.levels(); ++level) {
      const bool is_highest = level == team.levels();
      int next = is_highest ? 0 : team.cluster(level).first;
      for (const Cluster& each : team.clusters_in(level)) {
        EXPECT_EQ(each.first, next);
        next = each.last;
      }
      EXPECT_EQ(next, is_highest ? team.ranks() : team.cluster(level).last);
    }
  }
}

TEST(Team, OfFewRanksIsFlat) {
  const Teams teams({8, caches_of_eight});
  EXPECT_TRUE(teams.of(7).is_flat());
  EXPECT_TRUE(teams.of(7).leads_highest());
  EXPECT_FALSE(Teams({17, {.leaves_of_cluster = {4, 64}}}).of(16).is_flat());
}

TEST(Team, OfFewRanksWatchesAll) {
  const Teams teams({3, {}});
  EXPECT_TRUE(std::ranges::equal(teams.of(1).watched(), std::array{0, 2}));
}

TEST_P(OnManyRanks, WhoLeadsWatchesThoseItLeads) {
  const Teams teams(GetParam());
  for (int rank = 0; rank < GetParam().ranks; ++rank) {
    const Team& team = teams.of(rank);
    if (team.leads_highest()) continue;
    EXPECT_EQ(std::ranges::count(team.watched(), team.leader()), 1) << rank;
    if (team.levels_led() > 0) continue;
    EXPECT_EQ(std::ranges::count(teams.of(team.leader()).watched(), rank), 1) << rank;
  }
}

// One thread for all ranks, which stays on one processor.
TEST(Team, SeesWhoSharesItsProcessor) {
  const OnOneProcessor here;
  if (!here.is_kept()) GTEST_SKIP() << "the system does not keep threads on a processor";
  const Teams teams({3, {}});
  EXPECT_FALSE(teams.of(0).shares_processor()) << "the others have not told";
  EXPECT_TRUE(teams.of(1).shares_processor()) << "rank 0 has told";
  for (int rank = 0; rank < 2; ++rank) ++teams.slot(rank).processor;
  EXPECT_FALSE(teams.of(2).shares_processor()) << "the others are elsewhere";
  EXPECT_TRUE(teams.of(0).shares_processor()) << "rank 2 has told, and rank 0 is here again";
}

TEST(Team, TellsItsProcessorInItsCalls) {
  const OnOneProcessor here;
  if (!here.is_kept()) GTEST_SKIP() << "the system does not keep threads on a processor";
  Teams teams({2, {}});
  // A rank with readers only on itself never waits, but still publishes its processor.
  for (int call = 0; call < 8; ++call) teams.of(0).begin(/*readers=*/0, most_kept);
  EXPECT_EQ(teams.slot(0).processor, sched_getcpu() + 1);
}

// Rank 0 has not noticed that rank 2 made another call, and will never set the mark.
TEST(Team, WaitsForNoMarkBetweenCallsOnceAnyRankHasTornOne) {
  const Teams teams({.ranks = 3, .topology = {}});
  teams.slot(2).torn_in.mark.store(1);
  EXPECT_FALSE(teams.of(1).await_untorn(teams.slot(0).trials.told.mark, 1));
  teams.slot(0).trials.told.mark.store(1);
  EXPECT_TRUE(teams.of(1).await_untorn(teams.slot(0).trials.told.mark, 1));
}

}  // namespace
}  // namespace allfold::node
