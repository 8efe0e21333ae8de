/// @file The tree F: one bracketing for vectors of every length.
#pragma once

#include <vector>

#include "algorithms/line.hpp"

namespace allfold::algorithms {

/// Reduces `blocks` of the contributions, which lie in the given memories in rank order, into the
/// result, bracketed as the tree F over as many leaves: the pairs of the fold, then the perfect
/// tree over its numbers. Scratch vectors among the contributions are overwritten.
void reduce_as_f(Author& author, const std::vector<Memory>& contributions, Blocks blocks);

}  // namespace allfold::algorithms
