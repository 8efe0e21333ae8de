/// @file Steps: the exchanges among a few ranks of which butterfly-like algorithms consist.
///
/// The general form is that of Rabenseifner, Träff (EuroPVM/MPI 2004), figure 1. In the *reduction
/// phase* a rank takes one step after the other; after each step it holds the reduction over more
/// ranks, of its piece or of a share of its piece. In the *routing phase* the steps are undone in
/// reverse order, so that each rank that gets the result receives the shares that it gave away.
#pragma once

#include <algorithm>
#include <vector>

#include "algorithms/kernel.hpp"
#include "schedule/author.hpp"

namespace allfold::algorithms {

/// One step, among ranks that hold partial results of the same piece over successive ranges of
/// ranks.
struct Step {
  enum class Kind : std::uint8_t {
    butterfly,  ///< two ranks exchange, and both continue
    three_two,  ///< three ranks, (a ∘ b) ∘ c: a and c continue, b drops out
    two_one,    ///< two ranks: one reduces what the other has; the other drops out
    ring,       ///< any number of ranks: contributions are kept, then reduced as the tree F
  };
  /// What each rank that continues keeps: a share of the piece (the long form), or the whole piece
  /// (the short form).
  enum class Form : std::uint8_t { halving, full };

  Kind kind;
  Form form;
  std::vector<int> members;  ///< ranks, in rank order
  int place;                 ///< which member this rank is
  /// Which member gets the complete piece when the step is undone: a place, `everyone` or `nobody`.
  int destination;
  int survivor = 0;  ///< two_one: the member that continues
  /// ring: growth per allgather round: each round multiplies what a member holds by this. Members
  /// gather whole pieces or, when the step is undone, the shares of a piece.
  int radix = 2;
  Phase phase = Phase::unnamed;  ///< the phase in pictures; unnamed: that of `kind`

  static constexpr int everyone = -1;
  static constexpr int nobody = -2;

  [[nodiscard]] int rank_at(int member) const { return members[static_cast<std::size_t>(member)]; }
  /// Whether a member gets the complete piece when the step is undone.
  [[nodiscard]] bool goes_to(int member) const {
    return destination == everyone || destination == member;
  }
};

/// The piece that this rank holds after the step; empty if it drops out.
[[nodiscard]] Blocks kept(const Step& step, Blocks piece);

/// Whether the whole pieces that a ring gathers have to be adjacent, as one message carries
/// several.
[[nodiscard]] constexpr bool gathers_in_row(int members, int radix) {
  return members > std::max(radix, largest_ring_without_rows);
}

/// A step and the piece that its members held when it began.
struct Taken {
  Step step;
  Blocks piece;
};

/// Takes a step of the reduction phase. Returns kept(step, piece).
Blocks take(Author& author, const Taken& taken);

/// Undoes a step, in the routing phase.
void undo(Author& author, const Taken& taken);

/// The steps of one rank in both phases.
class Steps {
 public:
  explicit Steps(Author& author) : author_(author), piece_(author.all()) {}

  [[nodiscard]] Author& author() { return author_; }
  /// The piece that this rank holds.
  [[nodiscard]] Blocks piece() const { return piece_; }

  /// Whether this rank has not dropped out.
  [[nodiscard]] bool is_active() const { return !piece_.empty(); }

  void take(Step step);
  /// Undoes the latest step.
  void undo_latest();
  /// Undoes all steps.
  void route();

 private:
  Author& author_;
  Blocks piece_;
  std::vector<Taken> taken_;
};

}  // namespace allfold::algorithms
