/// @file Seats: where the ranks of a group sit on their node, and what follows for shared memory.
#pragma once

#include <span>

#include "mpi/machine.hpp"
#include "node/brackets.hpp"
#include "node/group.hpp"
#include "node/team.hpp"

namespace allfold::mpi {

/// Where a rank runs on its node.
struct Seat {
  Cache cache;
  int numa_processors = 1;  ///< in a group without clusters this does not count
  Processors processors;    ///< that it may use
  Processors of_group;      ///< that its control group may use
};
[[nodiscard]] Seat own_seat();
/// The same without numa_processors, which takes some time to be found out.
[[nodiscard]] Seat own_seat_in_one_cluster();

/// The tree F, which the kernel `node` evaluates: its leaves are the numbers of the fold.
[[nodiscard]] node::Brackets tree_f(int ranks);

/// A cluster lies within one cache, then within the memory of one NUMA node, and few clusters are
/// to be looked at.
[[nodiscard]] node::Topology topology_of(std::span<const Seat> seats);

/// The pieces of all ranks that are in flight leave most of a cache to what is copied.
[[nodiscard]] node::Lengths lengths_of(std::span<const Seat> seats);

/// What shared memory is like for the ranks of a node.
struct Neighbourhood {
  node::Brackets brackets;
  node::Topology topology;
  node::Lengths lengths;
  bool is_crowded = false;
  node::FirstWays first_ways = {};  ///< of long vectors, as rules say
};
[[nodiscard]] Neighbourhood neighbourhood_of(std::span<const Seat> seats, int ranks_of_job);

/// Whether ranks take turns: these on their processors, or all of the job's here on those of a control
/// group that they have in common. `ranks_of_job` is as ranks_of_job() says.
[[nodiscard]] bool are_crowded(std::span<const Seat> seats, int ranks_of_job);

}  // namespace allfold::mpi
