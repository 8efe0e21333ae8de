/// @file Locations: where the ranks of a node run, and what follows for shared memory.
#pragma once

#include <cstdint>
#include <span>

#include "mpi/machine/processors.hpp"
#include "mpi/machine/topology.hpp"
#include "node/group.hpp"
#include "node/hierarchy.hpp"

namespace allfold::mpi::machine {

/// Where a rank runs on its node.
struct Location {
  Cache cache;
  Processors processors = {};  ///< that it may use
  Processors of_group = {};    ///< that its control group may use
  /// Not used in groups without clusters:
  NumaNode numa_node = {};
  std::int16_t socket = no_number;
  std::int16_t core = no_number;
};
[[nodiscard]] Location own_location();
/// The same without NUMA node, socket and core, which take longer to find out.
[[nodiscard]] Location own_location_in_one_cluster();
/// Adds what the latter lacks, for a process that may use these processors.
void find_numa_node(Location& location, std::span<const int> processors);

/// How operands are bracketed.
enum class Brackets : std::uint8_t {
  by_location,  ///< as is fastest where the ranks run
  as_tree_f     ///< by ranks only
};

/// Clusters of ranks that share caches, NUMA nodes and sockets. Clusters are divided further, and
/// joined in between, so that no rank watches or reads from many others. Ranks that are not bound
/// to processors are assumed to run on successive ones.
[[nodiscard]] node::Hierarchy hierarchy_of(std::span<const Location> locations, Brackets brackets);

/// Limits pieces so that those of all ranks in flight fill at most half of a cache.
[[nodiscard]] node::Lengths lengths_of(std::span<const Location> locations);

/// The properties of shared memory for the ranks of a node.
struct NodeProperties {
  node::Hierarchy hierarchy;
  node::Lengths lengths;
  node::Callers callers = node::Callers::several_threads;
  bool is_crowded = false;
  node::FirstWays first_ways = {};  ///< of long vectors, from rules
};
[[nodiscard]] NodeProperties node_properties_of(std::span<const Location> locations,
                                                Brackets brackets, int ranks_of_job);

/// Whether ranks have to share processors: these ranks the processors that they may use, or all of
/// the job's ranks on this node those of their common control group. `ranks_of_job`: from
/// ranks_of_job().
[[nodiscard]] bool are_crowded(std::span<const Location> locations, int ranks_of_job);

}  // namespace allfold::mpi::machine
