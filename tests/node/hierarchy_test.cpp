#include "node/hierarchy.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>

#include "node/level_plan.hpp"

namespace allfold::node {
namespace {

TEST(Hierarchy, OfTheTreeFHasClustersOfAtMostTwiceAsManyRanks) {
  for (int ranks = 9; ranks <= 300; ++ranks) {
    const std::array levels{Hierarchy::Subtrees{8}, Hierarchy::Subtrees{64}};
    const Hierarchy hierarchy = Hierarchy::of_tree_f(ranks, levels);
    for (std::size_t level = 0; level < hierarchy.levels.size(); ++level)
      for (std::size_t i = 0; i < hierarchy.levels[level].starts.size(); ++i) {
        const int size = hierarchy.levels[level].end(i, ranks) - hierarchy.levels[level].starts[i];
        EXPECT_GE(size, levels[level].ranks) << ranks;
        EXPECT_LT(size, 2 * levels[level].ranks) << ranks;
      }
  }
}

/// All ranks' plans of a hierarchy with clusters of different sizes.
class Plans : public ::testing::TestWithParam<int> {
 protected:
  static Hierarchy hierarchy() {
    const std::array levels{Hierarchy::Subtrees{4},
                            Hierarchy::Subtrees{8, Hierarchy::Use::long_vectors},
                            Hierarchy::Subtrees{32}};
    return Hierarchy::of_tree_f(GetParam(), levels);
  }
};

TEST_P(Plans, HaveFewPartnersThatAreMutual) {
  const Hierarchy of = hierarchy();
  std::vector<std::vector<int>> partners;
  partners.reserve(static_cast<std::size_t>(GetParam()));
  for (int rank = 0; rank < GetParam(); ++rank) {
    const LevelPlan plan(of, rank);
    partners.emplace_back(plan.partners().begin(), plan.partners().end());
  }
  const auto has = [&](int whose, int partner) {
    return std::ranges::count(partners[static_cast<std::size_t>(whose)], partner);
  };
  for (int rank = 0; rank < GetParam(); ++rank) {
    EXPECT_LE(partners[static_cast<std::size_t>(rank)].size(), 28U) << rank;
    EXPECT_EQ(has(rank, rank), 0);
    for (int other = 0; other < GetParam(); ++other) {
      EXPECT_LE(has(rank, other), 1);
      EXPECT_EQ(has(rank, other), has(other, rank)) << rank << ", " << other;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Hierarchy, Plans, ::testing::Values(9, 31, 64, 96, 97, 127, 128, 200));

}  // namespace
}  // namespace allfold::node
