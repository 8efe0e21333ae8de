/// @file Binary blocks on a line of any number of members.
#pragma once

#include "algorithms/line.hpp"

namespace allfold::algorithms {

/// Reduces a piece among the members of a line and brings the result to those that are to have it.
void reduce_in_blocks(Author& author, const Line& line, Blocks piece);

/// What that costs on so many members.
[[nodiscard]] Claim blocks_cost(Collective collective, int members);

}  // namespace allfold::algorithms
