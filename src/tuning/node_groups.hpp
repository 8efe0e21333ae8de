/// @file Groups of nodes, from the times of messages between them.
#pragma once

#include <vector>

namespace allfold::tuning {

/// The seconds of a message from each node to each other one; those of a node to itself are
/// ignored.
using Distances = std::vector<std::vector<double>>;

/// The number of nodes of a group, if messages inside groups of so many successive nodes take
/// clearly less time than those between groups: the smallest such number and, if these groups form
/// larger ones, the largest. Empty if there is none.
[[nodiscard]] std::vector<int> nodes_of_groups(const Distances& seconds);

}  // namespace allfold::tuning
