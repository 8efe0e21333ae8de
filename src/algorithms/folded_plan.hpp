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

  [[nodiscard]] int number_at(int index) const { return first + index * stride; }
  [[nodiscard]] int index_of(int number) const { return (number - first) / stride; }
};

/// Writes the Plan of one rank, stage by stage. The ranks in excess are folded in before the first
/// stage; in an Allreduce they get the result after the last one.
class FoldedPlan {
 public:
  FoldedPlan(const Task& task, const Fold& fold, std::int64_t blocks);

  [[nodiscard]] Blocks all() const { return {.first = 0, .last = plan_.blocks}; }

  /// Adds a stage along `line`, which contains this rank's number. `root` is the index of a
  /// Reduce's root on the line. A rank that does not survive the fold has no such stage.
  void along(const NumberLine& line, int root, Blocks slice,
             Schedule (*generate)(const Task& line));

  [[nodiscard]] Plan finish() &&;

 private:
  void with_twin(Schedule (*generate)(const Task& line));

  const Task& task_;
  const Fold& fold_;
  Plan plan_;
};

/// The cost of the fold and, in an Allreduce, of returning the result.
[[nodiscard]] cost::Cost fold_cost(const Fold& fold, Collective collective);

}  // namespace allfold::algorithms
