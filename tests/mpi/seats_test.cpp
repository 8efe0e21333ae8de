// How the ranks of a node are grouped to share memory, by the caches and NUMA nodes of its
// processors.
#include "mpi/machine/seats.hpp"

#include <gtest/gtest.h>

#include <array>

namespace allfold::mpi::machine {
namespace {

/// The levels of clusters, if a last-level cache and a NUMA node have this many cores.
std::array<int, 2> levels_on(int of_cache, int of_numa_node) {
  Seat seat;
  seat.cache.cores = of_cache;
  seat.numa_cores = of_numa_node;
  return topology_of(std::array{seat, seat}).leaves_of_cluster;
}

TEST(Topology, HasPowersOfTwoEachLargerThanTheOneBefore) {
  for (int of_cache = 1; of_cache <= 300; ++of_cache)
    for (int of_numa_node = 1; of_numa_node <= 300; ++of_numa_node) {
      const auto [lower, upper] = levels_on(of_cache, of_numa_node);
      EXPECT_EQ(lower & (lower - 1), 0) << of_cache << ", " << of_numa_node;
      EXPECT_EQ(upper & (upper - 1), 0) << of_cache << ", " << of_numa_node;
      EXPECT_GT(upper, lower) << of_cache << ", " << of_numa_node;
    }
}

TEST(Topology, FollowsCachesAndNumaNodes) {
  EXPECT_EQ(levels_on(8, 64), (std::array{8, 64}));
  EXPECT_EQ(levels_on(16, 24), (std::array{16, 256})) << "a cluster and its NUMA node are one";
}

}  // namespace
}  // namespace allfold::mpi::machine
