/// @file Lanes: which numbers of lanes and which compositions between nodes are searched.
#pragma once

#include <vector>

#include "algorithms/kernel.hpp"

namespace allfold::algorithms {

/// The most lanes of a node: shared memory has room for no more (node::Group::most_lanes).
inline constexpr int most_lanes = 64;

/// The nodes of the task's ranks; one node for each rank if they are not known.
[[nodiscard]] Nodes nodes_of(const Task& task);
/// The compositions of the number of nodes that suit lanes.
[[nodiscard]] std::vector<Composition> compositions_between_nodes(const Task& task);
/// The numbers of lanes that are searched: one, and as many as possible.
[[nodiscard]] std::vector<int> numbers_of_lanes(const Task& task);

}  // namespace allfold::algorithms
