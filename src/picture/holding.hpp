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
  /// `apart`: separate contributions that are not reduced yet.
  enum class Form : std::uint8_t { reduced, apart };

  std::vector<schedule::Blocks> blocks;  ///< ranges, ascending
  Ranks ranks;
  Form form = Form::reduced;

  friend bool operator==(const Holding&, const Holding&) = default;
};
/// Holdings over more ranks come first.
using Holdings = std::vector<Holding>;

/// Adjacent blocks with the same value.
struct Piece {
  schedule::Blocks blocks;
  Ranks ranks;
};

/// Adds a block to `pieces`; extends the last piece if the block continues it.
void add(std::vector<Piece>& pieces, std::int64_t block, const Ranks& ranks);

/// What a rank holds in `pieces`. A value of a block that is part of another value of the block is
/// ignored.
[[nodiscard]] Holdings holdings_of(const std::vector<Piece>& pieces);

}  // namespace allfold::picture
