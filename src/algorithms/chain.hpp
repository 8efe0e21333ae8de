/// @file Chain: a pipeline from member to member of a line.
#pragma once

#include "algorithms/line.hpp"

namespace allfold::algorithms {

/// Reduces a piece among the members of a line, in so many segments, and brings the result to those
/// that are to have it. `segments` divides the blocks of the piece.
void reduce_in_chain(Author& author, const Line& line, Blocks piece, int segments);

/// What that costs on so many members, whichever of them is the root.
[[nodiscard]] Claim chain_cost(Collective collective, int members, int segments);

}  // namespace allfold::algorithms
