/// @file Binary blocks on a line of any number of members.
#pragma once

#include "algorithms/line.hpp"

namespace allfold::algorithms {

/// Reduces a piece among the members of a line. In an Allreduce all members get the result, in a
/// Reduce the root. In a Reduce_scatter the shares stay with the members of the largest group.
void reduce_in_blocks(Author& author, const Line& line, Blocks piece);

/// The cost of reduce_in_blocks() on `members` members.
[[nodiscard]] Claim blocks_cost(Collective collective, int members);

}  // namespace allfold::algorithms
