/// @file Steps: the exchanges among a few ranks of which butterfly-like algorithms consist.
///
/// The general form is that of Rabenseifner, Träff (EuroPVM/MPI 2004), figure 1. In the *reduction
/// phase* a rank takes one step after the other; each leaves it with the reduction over more ranks
/// of the piece it had or of a share of it. In the *routing phase* the steps are undone in reverse
/// order, so that each rank that is to have the result gets back what its steps gave away.
#pragma once

#include <algorithm>
#include <vector>

#include "algorithms/kernel.hpp"
#include "schedule/author.hpp"

namespace allfold::algorithms {

/// One step, on ranks that hold partial results of the same piece over ranges of ranks in order.
struct Step {
  enum class Kind : std::uint8_t {
    butterfly,  ///< two ranks exchange and both go on
    three_two,  ///< three ranks, (a ∘ b) ∘ c: a and c go on, b is out
    two_one,    ///< two ranks: one takes in the other, which is out
    ring,       ///< any number of ranks: contributions are kept, then reduced as the tree F
  };
  /// What those that go on keep: a share of the piece each (the long form), or all of it (the
  /// short form).
  enum class Form : std::uint8_t { halving, full };

  Kind kind;
  Form form;
  std::vector<int> members;  ///< ranks, in rank order
  int place;                 ///< which member this rank is
  /// Who is to have the complete piece when the step is undone: a member by its place, or these.
  int destination;
  int survivor = 0;  ///< two_one: the member that goes on
  /// ring: how many times as much a member has after each round in which all gather: whole pieces, or
  /// the shares of a piece when the step is undone.
  int radix = 2;
  Phase phase = Phase::unnamed;  ///< if it is for something else than its kind says

  static constexpr int everyone = -1;
  static constexpr int nobody = -2;

  [[nodiscard]] int rank_at(int member) const { return members[static_cast<std::size_t>(member)]; }
  /// Whether a member is to have the complete piece when the step is undone.
  [[nodiscard]] bool goes_to(int member) const {
    return destination == everyone || destination == member;
  }
};

/// The piece that a member is left with; empty if it is out.
[[nodiscard]] Blocks kept(const Step& step, Blocks piece);

/// Whether the whole pieces that a ring gathers have to lie in a row: a message takes several.
[[nodiscard]] constexpr bool gathers_in_row(int members, int radix) {
  return members > std::max(radix, largest_ring_without_rows);
}

/// A step and the piece that its members held when it began.
struct Taken {
  Step step;
  Blocks piece;
};

/// Takes a step of the reduction phase. Returns what `kept` says.
Blocks take(Author& author, const Taken& taken);

/// Undoes a step, in the routing phase.
void undo(Author& author, const Taken& taken);

/// One rank's way through both phases.
class Steps {
 public:
  explicit Steps(Author& author) : author_(author), piece_(author.all()) {}

  [[nodiscard]] Author& author() { return author_; }
  /// The piece that this rank is left with.
  [[nodiscard]] Blocks piece() const { return piece_; }

  /// Whether this rank is still in.
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
