/// @file What is worth a look where ranks of several nodes reduce in lanes.
#pragma once

#include <vector>

#include "algorithms/kernel.hpp"

namespace allfold::algorithms {

/// Of one node; shared memory has no more room.
inline constexpr int most_lanes = 64;

/// Ranks whose nodes are not known have one each.
[[nodiscard]] Nodes nodes_of(const Task& task);
/// The compositions of as many ranks as there are nodes.
[[nodiscard]] std::vector<Composition> compositions_between_nodes(const Task& task);
/// Numbers of lanes: one, and as many as can be.
[[nodiscard]] std::vector<int> numbers_of_lanes(const Task& task);

}  // namespace allfold::algorithms
