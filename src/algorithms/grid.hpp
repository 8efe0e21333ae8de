/// @file Grid: ranks as the rows and columns of a 2-D mesh.
#pragma once

#include <vector>

#include "algorithms/folded_plan.hpp"

namespace allfold::algorithms {

/// The sides of a grid.
struct Sides {
  int rows;
  int columns;

  [[nodiscard]] int numbers() const { return rows * columns; }
  friend bool operator==(const Sides&, const Sides&) = default;
};

/// The default grid of p ranks: p = rows * columns as square as possible, rows <= columns, if the
/// sides differ by at most a factor of 4; otherwise the same for p', the largest power of two.
/// (Rows are the shorter side, so that each divisor of them is a strip length.)
[[nodiscard]] Sides default_sides(int ranks);

/// The sides of a grid with `rows` rows: of all ranks if `rows` divides them, otherwise of p'. The
/// default grid if `rows` divides neither, or is 0.
[[nodiscard]] Sides sides_with(int ranks, int rows);

/// All numbers of rows for which there is a grid, in ascending order. Grids of one row or one
/// column are left out if there are others: they are lines, which have kernels of their own.
[[nodiscard]] std::vector<int> possible_rows(int ranks);

/// The default number of rows: `grid_rows`, the rows in which the ranks already lie (0: none), if
/// there is such a grid; otherwise the rows of the default grid.
[[nodiscard]] int preferred_rows(int ranks, int grid_rows);

/// The strip lengths of an adaptive mesh: the divisors of the rows that do not exceed the columns.
[[nodiscard]] std::vector<int> strip_lengths(const Sides& sides);

/// `wanted` if it is a strip length; otherwise the strip length nearest to lg(columns), the longer
/// of two. Long vectors then cost O(lg p + m), with at most about twice as many rounds as a tree.
[[nodiscard]] int strip_length(const Sides& sides, int wanted);

/// The ranks that survive a Fold, row by row.
class Grid {
 public:
  struct Place {
    int row;
    int column;
  };

  explicit Grid(const Task& task)
      : sides_(sides_with(task.ranks, task.parameters.rows)),
        fold_(task.ranks, sides_.numbers(), task.root) {}

  [[nodiscard]] const Sides& sides() const { return sides_; }
  [[nodiscard]] const Fold& fold() const { return fold_; }
  /// Both ranks of a folded pair have one place.
  [[nodiscard]] Place place(int rank) const {
    const int number = fold_.number(rank);
    return {.row = number / sides_.columns, .column = number % sides_.columns};
  }
  [[nodiscard]] NumberLine row(int row) const {
    return {.first = row * sides_.columns, .stride = 1, .members = sides_.columns};
  }
  [[nodiscard]] NumberLine column(int column) const {
    return {.first = column, .stride = sides_.columns, .members = sides_.rows};
  }

 private:
  Sides sides_;
  Fold fold_;
};

}  // namespace allfold::algorithms
