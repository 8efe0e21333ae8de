/// @file Chain: a pipeline from member to member of a line.
#pragma once

#include "algorithms/line.hpp"

namespace allfold::algorithms {

/// Reduces a piece among the members of a line, in `segments` segments. In an Allreduce all members
/// get the result, in a Reduce the root. `segments` must divide the number of blocks of the piece.
void reduce_in_chain(Author& author, const Line& line, Blocks piece, int segments);

/// The cost of reduce_in_chain() on `members` members, at most, for any root.
[[nodiscard]] Claim chain_cost(Collective collective, int members, int segments);

}  // namespace allfold::algorithms
