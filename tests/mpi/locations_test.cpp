// How the ranks of a node are grouped to share memory, by where they run.
#include "mpi/machine/locations.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <functional>
#include <vector>

namespace allfold::mpi::machine {
namespace {

using node::Hierarchy;

/// A node: cores are numbered so that those of a cache, NUMA node and socket follow each other.
struct Cores {
  int of_cache;
  int of_numa_node;
  int of_socket;
};

std::int16_t first_of(int core, int cores) {
  return static_cast<std::int16_t>(core / cores * cores);
}

Location on_core(int core, const Cores& cores) {
  return {.cache = {.cores = static_cast<std::int16_t>(cores.of_cache),
                    .number = first_of(core, cores.of_cache)},
          .numa_node = {.cores = static_cast<std::int16_t>(cores.of_numa_node),
                        .number = first_of(core, cores.of_numa_node)},
          .socket = first_of(core, cores.of_socket)};
}

std::vector<Location> locations_of(int ranks, const Cores& cores,
                                   const std::function<int(int)>& core_of) {
  std::vector<Location> locations;
  locations.reserve(static_cast<std::size_t>(ranks));
  for (int rank = 0; rank < ranks; ++rank) locations.push_back(on_core(core_of(rank), cores));
  return locations;
}

std::vector<Location> by_core(int ranks, const Cores& cores) {
  return locations_of(ranks, cores, [](int rank) { return rank; });
}

std::vector<Location> by_socket(int ranks, const Cores& cores) {
  return locations_of(ranks, cores,
                      [&](int rank) { return rank % 2 * cores.of_socket + rank / 2; });
}

/// The ranks of each cluster of a level, 0 being the lowest.
std::vector<std::vector<int>> clusters_of(const Hierarchy& hierarchy, std::size_t level) {
  std::vector<std::vector<int>> clusters;
  const Hierarchy::Level& of = hierarchy.levels.at(level);
  const auto ranks = static_cast<int>(hierarchy.ranks.size());
  for (std::size_t i = 0; i < of.starts.size(); ++i)
    clusters.emplace_back(hierarchy.ranks.begin() + of.starts[i],
                          hierarchy.ranks.begin() + of.end(i, ranks));
  return clusters;
}

/// The number of clusters on each level that these calls use, from the lowest up.
std::vector<std::size_t> numbers(const Hierarchy& hierarchy, Hierarchy::Use calls) {
  std::vector<std::size_t> all;
  for (const Hierarchy::Level& level : hierarchy.levels)
    if (calls == Hierarchy::Use::long_vectors || level.use == Hierarchy::Use::all_calls)
      all.push_back(level.starts.size());
  return all;
}
using Numbers = std::vector<std::size_t>;

constexpr Cores milan{.of_cache = 8, .of_numa_node = 64, .of_socket = 64};

TEST(Hierarchies, FollowCachesAndSockets) {
  const Hierarchy hierarchy = hierarchy_of(by_core(128, milan), Brackets::by_location);
  EXPECT_TRUE(hierarchy.is_in_rank_order());
  EXPECT_EQ(numbers(hierarchy, Hierarchy::Use::all_calls), (Numbers{16, 2}));
  EXPECT_EQ(numbers(hierarchy, Hierarchy::Use::long_vectors), (Numbers{16, 4, 2}));
}

TEST(Hierarchies, FollowRanksThatRunOnTheSocketsInTurns) {
  const Hierarchy hierarchy = hierarchy_of(by_socket(128, milan), Brackets::by_location);
  EXPECT_FALSE(hierarchy.is_in_rank_order());
  EXPECT_EQ(clusters_of(hierarchy, 0).front(), (std::vector{0, 2, 4, 6, 8, 10, 12, 14}));
  EXPECT_EQ(clusters_of(hierarchy, 2).back().front(), 1) << "the other socket";
  EXPECT_EQ(numbers(hierarchy, Hierarchy::Use::all_calls), (Numbers{16, 2}));
}

TEST(Hierarchies, DivideLargeCaches) {
  const Cores xeon{.of_cache = 48, .of_numa_node = 48, .of_socket = 48};
  EXPECT_EQ(
      numbers(hierarchy_of(by_core(96, xeon), Brackets::by_location), Hierarchy::Use::all_calls),
      (Numbers{8, 2}));
  const Cores grace{.of_cache = 72, .of_numa_node = 72, .of_socket = 72};
  const Hierarchy four = hierarchy_of(by_core(288, grace), Brackets::by_location);
  EXPECT_EQ(clusters_of(four, 0).front().size(), 9U);
  EXPECT_EQ(numbers(four, Hierarchy::Use::all_calls), (Numbers{32, 4}));
}

// As with `--map-by hwthread`, and with all first hardware threads before all second ones. The
// numbers of a cache and of its cores are those of the first processors.
TEST(Hierarchies, CountTheRanksOfHardwareThreadsByTheirCores) {
  const auto clusters_by = [](const Cores& cores, const std::function<int(int)>& core_of) {
    std::vector<Location> locations = locations_of(2 * cores.of_socket, cores, core_of);
    for (std::size_t rank = 0; rank < locations.size(); ++rank)
      locations[rank].core = static_cast<std::int16_t>(core_of(static_cast<int>(rank)));
    return clusters_of(hierarchy_of(locations, Brackets::by_location), 0);
  };
  const Cores xeon{.of_cache = 48, .of_numa_node = 48, .of_socket = 48};
  const auto in_turns = clusters_by(xeon, [](int rank) { return rank % 48; });
  EXPECT_EQ(in_turns.size(), 8U);
  EXPECT_EQ(in_turns.front(), (std::vector{0, 48, 1, 49, 2, 50, 3, 51, 4, 52, 5, 53}));
  const auto together = clusters_by(xeon, [](int rank) { return rank / 2; });
  EXPECT_EQ(together.front(), (std::vector{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}));
  const Cores one_socket{.of_cache = 8, .of_numa_node = 64, .of_socket = 64};
  const auto of_caches = clusters_by(one_socket, [](int rank) { return rank % 64; });
  EXPECT_EQ(of_caches.size(), 8U) << "16 ranks on the 8 cores of a cache";
  EXPECT_EQ(of_caches.front().back(), 64 + 7);
}

TEST(Hierarchies, IgnoreCachesThatCoresDoNotShare) {
  const Cores virtual_machine{.of_cache = 1, .of_numa_node = 64, .of_socket = 64};
  const Hierarchy hierarchy = hierarchy_of(by_core(64, virtual_machine), Brackets::by_location);
  EXPECT_EQ(clusters_of(hierarchy, 0).front().size(), 8U);
}

TEST(Hierarchies, OfUnboundRanksWithoutSharedCachesAreThoseOfBoundRanks) {
  for (const int ranks : {16, 64, 128}) {
    const Cores virtual_machine{.of_cache = 1, .of_numa_node = ranks, .of_socket = ranks};
    std::vector<Location> unbound = by_core(ranks, virtual_machine);
    for (Location& each : unbound)
      each.cache.number = each.numa_node.number = each.socket = no_number;
    const Hierarchy bound = hierarchy_of(by_core(ranks, virtual_machine), Brackets::by_location);
    EXPECT_EQ(numbers(hierarchy_of(unbound, Brackets::by_location), Hierarchy::Use::all_calls),
              numbers(bound, Hierarchy::Use::all_calls))
        << ranks;
  }
}

// Without sockets or NUMA nodes between them, 32 leaders would poll each other.
TEST(Hierarchies, HaveASecondLevelForManyClusters) {
  const Cores one_domain{.of_cache = 8, .of_numa_node = 256, .of_socket = 256};
  const Hierarchy hierarchy = hierarchy_of(by_core(256, one_domain), Brackets::by_location);
  EXPECT_EQ(numbers(hierarchy, Hierarchy::Use::all_calls), (Numbers{32, 8}));
}

TEST(Hierarchies, OfUnboundRanksAreOfSuccessiveOnes) {
  std::vector<Location> locations = by_core(128, milan);
  for (Location& location : locations)
    location.cache.number = location.numa_node.number = location.socket = no_number;
  const Hierarchy hierarchy = hierarchy_of(locations, Brackets::by_location);
  EXPECT_TRUE(hierarchy.is_in_rank_order());
  EXPECT_EQ(numbers(hierarchy, Hierarchy::Use::all_calls), (Numbers{16, 2}));
}

TEST(Hierarchies, OfReproducibleCallsAreThoseOfTheTreeF) {
  for (const int ranks : {96, 127, 128}) {
    const Hierarchy hierarchy = hierarchy_of(by_socket(ranks, milan), Brackets::as_tree_f);
    EXPECT_TRUE(hierarchy.is_in_rank_order());
    const Hierarchy expected = Hierarchy::of_tree_f(
        ranks,
        std::array{Hierarchy::Subtrees{8}, Hierarchy::Subtrees{32}, Hierarchy::Subtrees{64}});
    EXPECT_EQ(hierarchy.levels.front().starts, expected.levels.front().starts) << ranks;
  }
}

/// Some nodes and numbers of ranks on them.
class OnNodes : public ::testing::TestWithParam<Cores> {};
INSTANTIATE_TEST_SUITE_P(Hierarchies, OnNodes,
                         ::testing::Values(milan, Cores{4, 64, 64}, Cores{8, 16, 64},
                                           Cores{8, 96, 96}, Cores{48, 12, 48}, Cores{72, 72, 72},
                                           Cores{12, 12, 48}, Cores{1, 1, 128},
                                           Cores{128, 128, 128}, Cores{3, 6, 24}));

// Levels are nested, of all ranks, no more than there is room for, and leave no rank with many
// others to watch.
TEST_P(OnNodes, AreNestedAndNarrow) {
  const Cores& cores = GetParam();
  for (int ranks = 1; ranks <= 2 * cores.of_socket; ++ranks)
    for (const auto& locations : {by_core(ranks, cores), by_socket(ranks, cores)}) {
      const Hierarchy hierarchy = hierarchy_of(locations, Brackets::by_location);
      std::vector<int> sorted = hierarchy.ranks;
      std::ranges::sort(sorted);
      ASSERT_EQ(sorted, Hierarchy::flat(ranks).ranks);
      ASSERT_LE(hierarchy.levels.size(), node::most_levels);
      ASSERT_LE(numbers(hierarchy, Hierarchy::Use::all_calls).size(),
                node::most_levels_of_all_calls);
      if (hierarchy.levels.empty()) {
        ASSERT_LE(ranks, 16);
        continue;
      }
      EXPECT_EQ(hierarchy.levels.front().use, Hierarchy::Use::all_calls);
      for (const auto& cluster : clusters_of(hierarchy, 0)) EXPECT_LE(cluster.size(), 16U) << ranks;
      for (std::size_t level = 1; level < hierarchy.levels.size(); ++level) {
        const std::vector<int>& below = hierarchy.levels[level - 1].starts;
        EXPECT_TRUE(std::ranges::includes(below, hierarchy.levels[level].starts)) << ranks;
        EXPECT_GT(below.size(), hierarchy.levels[level].starts.size());
      }
    }
}

}  // namespace
}  // namespace allfold::mpi::machine
