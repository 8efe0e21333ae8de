/// @file Groups of nodes, from the times of messages between them.
#pragma once

#include <optional>
#include <vector>

namespace allfold::tuning {

/// Seconds of a message from a node to another one; a node's own does not count.
using Distances = std::vector<std::vector<double>>;

/// The nodes of a group, if messages inside groups of so many successive nodes take clearly less
/// than those between groups; absent if there is no such number.
[[nodiscard]] std::optional<int> nodes_per_group(const Distances& seconds);

}  // namespace allfold::tuning
