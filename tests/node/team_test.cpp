#include "node/team.hpp"

#include <gtest/gtest.h>
#include <sched.h>

#include <algorithm>
#include <array>
#include <memory>
#include <vector>
namespace allfold::node {
namespace {

struct Setting {
  int ranks;
  Hierarchy hierarchy;
};
Setting flat(int ranks) { return {.ranks = ranks, .hierarchy = Hierarchy::flat(ranks)}; }
Setting in_clusters(int ranks, int low, int high) {
  const std::array levels{Hierarchy::Subtrees{low}, Hierarchy::Subtrees{high}};
  return {.ranks = ranks, .hierarchy = Hierarchy::of_tree_f(ranks, levels)};
}

/// The ranks of a communicator; each has its own team.
class Teams {
 public:
  explicit Teams(const Setting& setting) {
    std::vector<Slot*> slots;
    slots.reserve(static_cast<std::size_t>(setting.ranks));
    for (int rank = 0; rank < setting.ranks; ++rank)
      slots.push_back(slots_.emplace_back(std::make_unique<Slot>()).get());
    for (int rank = 0; rank < setting.ranks; ++rank)
      teams_.push_back(
          std::make_unique<Team>(slots, rank, setting.hierarchy, Waiting([] {}, true)));
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

class OnManyRanks : public ::testing::TestWithParam<Setting> {};
INSTANTIATE_TEST_SUITE_P(Team, OnManyRanks,
                         ::testing::Values(in_clusters(128, 8, 64), in_clusters(96, 8, 64),
                                           in_clusters(192, 8, 64), in_clusters(250, 16, 256),
                                           in_clusters(1000, 16, 128)),
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
    while (!team->tree().leads_highest()) {
      const Team& leader = teams.of(team->tree().leader());
      ASSERT_GT(leader.tree().levels_led(), team->tree().levels_led()) << rank;
      EXPECT_TRUE(leader.tree().cluster(team->tree().levels_led()).contains(rank));
      team = &leader;
    }
  }
}

TEST_P(OnManyRanks, AClusterConsistsOfThoseBelow) {
  const Teams teams(GetParam());
  for (int rank = 0; rank < GetParam().ranks; ++rank) {
    const ClusterTree& tree = teams.of(rank).tree();
    for (int level = 1; level <= tree.levels(); ++level) {
      std::vector<int> ranks;
      for (const Cluster& each : tree.clusters_in(level))
        ranks.insert(ranks.end(), each.ranks.begin(), each.ranks.end());
      EXPECT_TRUE(std::ranges::equal(
          ranks, level == tree.levels() ? tree.ranks() : tree.cluster(level).ranks));
    }
  }
}

TEST(Team, WithoutClustersIsFlat) {
  const Teams teams(flat(8));
  EXPECT_TRUE(teams.of(7).is_flat());
  EXPECT_FALSE(Teams(in_clusters(17, 4, 64)).of(16).is_flat());
}

TEST(Team, OfFewRanksWatchesAll) {
  const Teams teams(flat(3));
  EXPECT_TRUE(std::ranges::equal(teams.of(1).watched(), std::array{0, 2}));
}

TEST_P(OnManyRanks, WhoLeadsWatchesThoseItLeads) {
  const Teams teams(GetParam());
  for (int rank = 0; rank < GetParam().ranks; ++rank) {
    const Team& team = teams.of(rank);
    if (team.tree().leads_highest()) continue;
    EXPECT_EQ(std::ranges::count(team.watched(), team.tree().leader()), 1) << rank;
    if (team.tree().levels_led() > 0) continue;
    EXPECT_EQ(std::ranges::count(teams.of(team.tree().leader()).watched(), rank), 1) << rank;
  }
}

// One thread for all ranks, which stays on one processor.
TEST(Team, SeesWhoSharesItsProcessor) {
  const OnOneProcessor here;
  if (!here.is_kept()) GTEST_SKIP() << "the system does not keep threads on a processor";
  const Teams teams(flat(3));
  EXPECT_FALSE(teams.of(0).shares_processor()) << "the others have not told";
  EXPECT_TRUE(teams.of(1).shares_processor()) << "rank 0 has told";
  for (int rank = 0; rank < 2; ++rank) ++teams.slot(rank).processor;
  EXPECT_FALSE(teams.of(2).shares_processor()) << "the others are elsewhere";
  EXPECT_TRUE(teams.of(0).shares_processor()) << "rank 2 has told, and rank 0 is here again";
}

TEST(Team, TellsItsProcessorInItsCalls) {
  const OnOneProcessor here;
  if (!here.is_kept()) GTEST_SKIP() << "the system does not keep threads on a processor";
  Teams teams(flat(2));
  // A rank with readers only on itself never waits, but still publishes its processor.
  for (int call = 0; call < 8; ++call) teams.of(0).begin(/*readers=*/0, calls_remembered);
  EXPECT_EQ(teams.slot(0).processor, sched_getcpu() + 1);
}

// Rank 0 has not noticed that rank 2 made another call, and will never set the mark.
TEST(Team, WaitsForNoMarkBetweenCallsOnceAnyRankHasTornOne) {
  const Teams teams(flat(3));
  teams.slot(2).torn_in.mark.store(1);
  EXPECT_FALSE(teams.of(1).await_untorn(teams.slot(0).trials.told.mark, 1));
  teams.slot(0).trials.told.mark.store(1);
  EXPECT_TRUE(teams.of(1).await_untorn(teams.slot(0).trials.told.mark, 1));
}

}  // namespace
}  // namespace allfold::node
