/// @file Holdings from the values that lie in memories or messages.
#pragma once

#include "picture/trace.hpp"

namespace allfold::picture {

/// Neighbouring blocks of one value.
struct Piece {
  Blocks blocks;
  Ranks ranks;
};

/// Adds a block to `pieces`, to the last of them if it goes on there.
void add(std::vector<Piece>& pieces, std::int64_t block, const Ranks& ranks);

/// What a rank has in `pieces`. Of the values of one block one that is part of another counts for
/// nothing.
[[nodiscard]] Holdings holdings_of(const std::vector<Piece>& pieces);

}  // namespace allfold::picture
