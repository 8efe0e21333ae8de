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

/// The sides of `ranks` ranks' default grid: p = rows * columns as square as can be, rows <=
/// columns, if its sides are within a factor of 4; else so for p', the largest power of two.
/// (With the shorter side for rows every divisor of it is a strip length, itself included.)
[[nodiscard]] Sides default_sides(int ranks);

/// The sides of a grid with `rows` rows: of all ranks, else of p'. The default grid's where there
/// is none, and for 0.
[[nodiscard]] Sides sides_with(int ranks, int rows);

/// All numbers of rows for which there is a grid, in ascending order. Those of one row or one
/// column are left out where there are others: they are lines, which have kernels of their own.
[[nodiscard]] std::vector<int> possible_rows(int ranks);

/// Those of them to take by default: `grid_rows`, the rows in which the ranks already lie, if there
/// are any and that is a grid; else the default grid's.
[[nodiscard]] int preferred_rows(int ranks, int grid_rows);

/// The strip lengths of an adaptive mesh: divisors of the rows, at most as many as the columns.
[[nodiscard]] std::vector<int> strip_lengths(const Sides& sides);

/// `wanted` if it is a strip length, else the one next to lg of the columns, the longer of two:
/// long vectors then cost O(lg p + m), and start-ups are no more than about twice those of a tree.
[[nodiscard]] int strip_length(const Sides& sides, int wanted);

/// The ranks that a Fold leaves over, row by row.
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
