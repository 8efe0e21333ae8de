/// @file Elimination: what the two layouts of [RT04, sections 3.2 and 3.3] share.
#pragma once

#include "algorithms/generators.hpp"
#include "algorithms/step.hpp"

namespace allfold {

/// Steps in rounds 0, 1, ... ; the first `halvings` of them halve, the rest exchange full pieces.
/// Nominal rounds count, never a rank's own piece: pieces differ by an element, and partners would
/// disagree.
class HybridForm {
 public:
  explicit HybridForm(const Task& task)
      : halvings_(task.parameters.halvings == Parameters::all_rounds
                      ? floor_log2(task.ranks)
                      : std::min(task.parameters.halvings, floor_log2(task.ranks))) {}

  [[nodiscard]] int halvings() const { return halvings_; }
  [[nodiscard]] Step::Form in_round(int round) const {
    return round < halvings_ ? Step::Form::halving : Step::Form::full;
  }

 private:
  int halvings_;
};

/// Groups of ranks of which one triple, (triple - 2, triple - 1, triple), takes a mirrored 3-2
/// step, while the others pair up in order. Without a triple (-1) all pair up.
struct TripleAndPairs {
  int triple = -1;

  struct Part {
    std::array<int, 3> groups;
    int place;
    [[nodiscard]] Step::Kind kind() const {
      return groups[2] < 0 ? Step::Kind::butterfly : Step::Kind::three_two;
    }
  };
  /// The part that group `group` takes.
  [[nodiscard]] Part part_of(int group) const;
};

}  // namespace allfold
