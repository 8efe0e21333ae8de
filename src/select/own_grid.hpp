/// @file Own grid: the rows and columns in which a communicator's ranks already lie.
#pragma once

#include <cstdint>
#include <span>

namespace allfold::select {

/// The number of rows of a Cartesian communicator, from the extents of its dimensions. The columns
/// are the last dimension, along which ranks are successive; the rows are all others. Dimensions of
/// extent 1 are ignored. 0 if fewer than two are left: the ranks are a line.
[[nodiscard]] int rows_of_dimensions(std::span<const int> dimensions);

/// The number of nodes, as one row for each node, if every node holds equally many successive
/// ranks, more than one; otherwise 0. `identities` has the identity of each rank's node, 0 if it is
/// not known.
[[nodiscard]] int rows_of_nodes(std::span<const std::uint64_t> identities);

}  // namespace allfold::select
