/// @file Composition holders: which ranks hold which reduced pieces after the reduction phase of a
/// composition.
#pragma once

#include "algorithms/composition.hpp"
#include "algorithms/task.hpp"

namespace allfold::algorithms {

/// Whether the reduction phase leaves each piece to ranks that are about as many for each. Trees and
/// chains leave the whole piece to one rank.
[[nodiscard]] bool leaves_pieces(const Composition& composition);

/// The pieces of the vector, and where they are, for a composition that leaves pieces. Each piece
/// may be held by several ranks. Takes no work for other ranks.
class CompositionHolders {
 public:
  /// `composition` must outlive this.
  CompositionHolders(const Task& task, const Composition& composition);

  /// The equal pieces that ranks hold.
  [[nodiscard]] std::int64_t pieces() const { return pieces_; }
  /// The number of ranks that hold the same piece.
  [[nodiscard]] std::int64_t holders() const { return holders_; }
  /// Whether each rank holds its own share, so that nothing is left to deliver.
  [[nodiscard]] bool hold_their_own() const;
  /// The blocks that a rank holds; empty if none.
  [[nodiscard]] schedule::Blocks held_by(int rank) const;
  /// The rank that gives `block` to `receiver`: the receiver itself, if it holds the block. The
  /// others are shared out among those that hold it.
  [[nodiscard]] int holder_of(std::int64_t block, int receiver) const;

 private:
  const Composition& composition_;
  std::int64_t blocks_;
  std::int64_t ranks_;
  std::int64_t pieces_ = 1;
  std::int64_t holders_ = 1;
};

}  // namespace allfold::algorithms
