/// @file Composition holders: which ranks hold which reduced pieces after the reduction phase of a
/// composition.
#pragma once

#include <vector>

#include "algorithms/composition.hpp"
#include "schedule/blocks.hpp"

namespace allfold::algorithms {

/// The pieces of the vector, and where they are. Each piece may be held by several ranks.
class CompositionHolders {
 public:
  /// What each member of the last factor holds of the piece that the factor began with, in
  /// blocks_of() that factor alone; empty if nothing. Unused if that factor is an exchange among
  /// all its members.
  using LastFactor = std::vector<schedule::Blocks>;
  /// For vectors of `blocks` blocks, a multiple of the pieces and of the ranks.
  CompositionHolders(const Composition& composition, std::int64_t blocks, LastFactor last);

  /// The equal pieces that ranks hold.
  [[nodiscard]] std::int64_t pieces() const { return pieces_; }
  /// The blocks that a rank holds; empty if none.
  [[nodiscard]] schedule::Blocks held_by(int rank) const;
  /// The rank that gives `block` to `receiver`: the receiver itself, if it holds the block. The
  /// others are shared out among those that hold it.
  [[nodiscard]] int holder_of(std::int64_t block, int receiver) const;
  /// The fewest ranks that hold the same piece.
  [[nodiscard]] std::int64_t fewest_holders() const;

 private:
  /// How the groups of a factor, each with its number, hold what they had in common.
  struct Level {
    int groups;
    std::int64_t shares = 1;             ///< that the piece is cut into
    std::vector<std::vector<int>> held;  ///< by share: the groups that hold it, in order
  };

  std::int64_t blocks_;
  std::int64_t ranks_ = 1;
  std::int64_t pieces_ = 1;
  std::vector<Level> levels_;
};

}  // namespace allfold::algorithms
