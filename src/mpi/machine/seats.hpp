/// @file Seats: where the ranks of a group run on their node, and what follows for shared memory.
#pragma once

#include <span>

#include "mpi/machine/processors.hpp"
#include "node/brackets.hpp"
#include "node/group.hpp"
#include "node/team.hpp"

namespace allfold::mpi::machine {

/// Where a rank runs on its node.
struct Seat {
  Cache cache;
  int numa_cores = 1;     ///< not used in groups without clusters
  Processors processors;  ///< that it may use
  Processors of_group;    ///< that its control group may use
};
[[nodiscard]] Seat own_seat();
/// The same without numa_cores, which takes longer to find out.
[[nodiscard]] Seat own_seat_in_one_cluster();

/// Tree F, which the kernel `node` evaluates. Its leaves are the ranks of the fold.
[[nodiscard]] node::Brackets tree_f(int ranks);

/// Clusters of the lower level are within one cache, those of the upper level within one NUMA node.
/// Their sizes are limited so that a rank watches few clusters.
[[nodiscard]] node::Topology topology_of(std::span<const Seat> seats);

/// Limits pieces so that those of all ranks in flight fill at most half of a cache.
[[nodiscard]] node::Lengths lengths_of(std::span<const Seat> seats);

/// The properties of shared memory for the ranks of a node.
struct Neighbourhood {
  node::Brackets brackets;
  node::Topology topology;
  node::Lengths lengths;
  bool is_crowded = false;
  node::FirstWays first_ways = {};  ///< of long vectors, from rules
};
[[nodiscard]] Neighbourhood neighbourhood_of(std::span<const Seat> seats, int ranks_of_job);

/// Whether ranks have to share processors: these ranks the processors that they may use, or all of
/// the job's ranks on this node those of their common control group. `ranks_of_job`: from
/// ranks_of_job().
[[nodiscard]] bool are_crowded(std::span<const Seat> seats, int ranks_of_job);

}  // namespace allfold::mpi::machine
