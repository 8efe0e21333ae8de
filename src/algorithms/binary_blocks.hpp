/// @file Binary blocks on a line of any number of members.
#pragma once

#include "algorithms/line.hpp"

namespace allfold::algorithms {

/// Reduces a piece among the members of a line. In an Allreduce all members get the result, in a
/// Reduce the root.
void reduce_in_blocks(Author& author, const Line& line, Blocks piece);

/// Which part of a piece a member holds in a Reduce_scatter; empty if none.
[[nodiscard]] Blocks held_in_blocks(int members, int member, Blocks piece);

/// The cost of reduce_in_blocks() on `members` members.
[[nodiscard]] Claim blocks_cost(Collective collective, int members);

}  // namespace allfold::algorithms
