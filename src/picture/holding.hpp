/// @file Holdings: which blocks a rank holds, and what is reduced into them.
#pragma once

#include <bitset>
#include <cstdint>
#include <vector>

#include "schedule/blocks.hpp"

namespace allfold::picture {

inline constexpr int most_ranks = 512;
/// The ranks whose inputs are reduced into a value.
using Ranks = std::bitset<most_ranks>;

/// Blocks that are alike in what is reduced into them.
struct Holding {
  /// `apart`: contributions that lie side by side and are yet to be reduced.
  enum class Form : std::uint8_t { reduced, apart };

  std::vector<schedule::Blocks> blocks;  ///< ranges, ascending
  Ranks ranks;
  Form form = Form::reduced;

  friend bool operator==(const Holding&, const Holding&) = default;
};
/// Those over most ranks first.
using Holdings = std::vector<Holding>;

/// Neighbouring blocks of one value.
struct Piece {
  schedule::Blocks blocks;
  Ranks ranks;
};

/// Adds a block to `pieces`, to the last of them if it goes on there.
void add(std::vector<Piece>& pieces, std::int64_t block, const Ranks& ranks);

/// What a rank has in `pieces`. Of the values of one block one that is part of another counts for
/// nothing.
[[nodiscard]] Holdings holdings_of(const std::vector<Piece>& pieces);

}  // namespace allfold::picture
