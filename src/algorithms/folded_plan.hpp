/// @file FoldedPlan: writes a Plan of stages along lines of ranks, after a Fold.
#pragma once

#include "algorithms/fold.hpp"
#include "algorithms/kernel.hpp"

namespace allfold::algorithms {

/// The numbers first, first + stride, ...: a row of a grid, a column, or a part of one.
struct NumberLine {
  int first;
  int stride;
  int members;

  [[nodiscard]] int number_at(int place) const { return first + place * stride; }
  [[nodiscard]] int place_of(int number) const { return (number - first) / stride; }
};

/// Writes the Plan of one rank, one stage after the other. The ranks in excess are folded in before
/// the first stage and get the result after the last one.
class FoldedPlan {
 public:
  FoldedPlan(const Task& task, const Fold& fold, std::int64_t blocks);

  [[nodiscard]] Blocks all() const { return {.first = 0, .last = plan_.blocks}; }

  /// Adds a stage along `line`, which this rank's number is on. `root` is the place on it to which
  /// a Reduce goes.
  void along(const NumberLine& line, int root, Blocks slice,
             Schedule (*generate)(const Task& line));

  [[nodiscard]] Plan finish() &&;

 private:
  void with_twin(Schedule (*generate)(const Task& line));

  const Task& task_;
  const Fold& fold_;
  Plan plan_;
};

/// What folding in and, for Allreduce, the way back cost.
[[nodiscard]] cost::Cost fold_cost(const Fold& fold, Collective collective);

}  // namespace allfold::algorithms
