/// @file Postal tree: among the members of a line, up to the root and back.
#pragma once

#include "algorithms/line.hpp"

namespace allfold::algorithms {

/// Reduces a piece among the members of a line up a postal tree, in which `lambda` messages take a
/// rank as long as the latency of one, and brings the result to those that are to have it.
void reduce_up_postal_tree(Author& author, const Line& line, Blocks piece, int lambda);

/// What that costs on so many members, whichever of them is the root.
[[nodiscard]] Claim postal_tree_cost(Collective collective, int members, int lambda);

/// The work memory of a member, in vectors, at the most.
[[nodiscard]] int postal_tree_work_vectors(int members, int lambda);

/// Whether the root gets the messages of all others.
[[nodiscard]] bool is_flat_postal_tree(int members, int lambda);

}  // namespace allfold::algorithms
