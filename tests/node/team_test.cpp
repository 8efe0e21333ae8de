#include "node/team.hpp"

#include <gtest/gtest.h>

#include <memory>

#include "algorithms/fold.hpp"

namespace allfold::node {
namespace {

struct Setting {
  int ranks;
  Topology topology;
};

/// The ranks of a communicator, each as it sees the others.
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
  [[nodiscard]] const Team& of(int rank) const { return *teams_[static_cast<std::size_t>(rank)]; }

 private:
  std::vector<std::unique_ptr<Slot>> slots_;
  std::vector<std::unique_ptr<Team>> teams_;
};

/// How many others' flags a rank looks at.
int watched_by(const Team& team) {
  if (team.is_flat()) return team.ranks() - 1;
  int watched = team.leads_highest() ? 0 : 1;
  if (team.levels_led() > 0) watched += team.cluster(0).last - team.cluster(0).first - 1;
  for (int level = 1; level <= team.levels_led(); ++level)
    if (level < team.levels_led() || team.leads_highest())
      watched += static_cast<int>(team.clusters_in(level).size()) - 1;
  return watched;
}

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
  constexpr int of_each_level = 16;
  for (int rank = 0; rank < GetParam().ranks; ++rank)
    EXPECT_LT(watched_by(teams.of(rank)), 3 * of_each_level) << rank;
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

}  // namespace
}  // namespace allfold::node
