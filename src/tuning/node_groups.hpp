/// @file Groups of nodes, from the times of messages between them.
#pragma once

#include <vector>

namespace allfold::tuning {

/// Seconds of a message from a node to another one; a node's own does not count.
using Distances = std::vector<std::vector<double>>;

/// The nodes of a group, where messages inside groups of so many successive nodes take clearly less
/// than those between groups: the least such number and, if some of these groups form larger ones,
/// the greatest. Empty if there is none.
[[nodiscard]] std::vector<int> nodes_of_groups(const Distances& seconds);

}  // namespace allfold::tuning
