/// @file Own grid: the rows and columns in which a communicator's ranks already lie.
#pragma once

#include <cstdint>
#include <span>

namespace allfold::select {

/// The rows of a Cartesian communicator, from the extents of its dimensions: its columns are the
/// last dimension, which neighbours in rank order share, its rows all others. Dimensions of extent
/// 1 do not count. 0 if fewer than two are left: that is a line.
[[nodiscard]] int rows_of_dimensions(std::span<const int> dimensions);

/// A row for each node, from the identity of each rank's node, 0 where it is not known: the
/// number of nodes, if each holds equally many ranks, more than one, in succession. Else 0.
[[nodiscard]] int rows_of_nodes(std::span<const std::uint64_t> identities);

}  // namespace allfold::select
