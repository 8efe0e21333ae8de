/// Meshes. An algorithm for a line of ranks along the rows of a grid, then along its columns.
///
/// Idea: trees reduce to all, or to the root, in rows and then in columns. Buckets nest: the ranks
/// of a row combine one block of the vector each, the columns reduce this block to all, and the
/// rows distribute the blocks. Ranks that do not fit the grid are folded into the others first.
///
/// Restrictions: `sbt-2d` and `bsbt-2d` have none: they keep rank order, as ranks are numbered row
/// by row, with one bracketing. `bucket-2d` needs a commutative operation. All: any number of
/// ranks.
///
/// Cost on R rows and C columns: trees as on a line of R ranks and one of C ranks; buckets
/// 2(R + C - 2)α + (1 - 1/(RC))(2mβ + mγ). The fold adds 2α + 2mβ + mγ.
///
/// Reference: Y. Huang, P. K. McKinley, An Adaptive Global Reduction Algorithm for Wormhole-Routed
/// 2D Meshes, Parallel Computing 23 (1997), section 3, SBT2D, BSBT2D and B2D.
///
/// Rounds (`A-B 0-3`: blocks A and B, reduced over ranks 0 to 3):
/// $ allfold plan --brief --algorithm sbt-2d:rows=2 -p 6
/// rank  start  round 1  round 2  round 3  round 4  round 5  round 6
///    0  A 0    A 0-1    A 0-2    "        "        A 0-5    "
///    1  A 1    ·        ·        ·        A 0-2    A 0-5    "
///    2  A 2    "        ·        A 0-2    A 0-5    "        "
///    3  A 3    A 3-4    A 3-5    "        "        ·        A 0-5
///    4  A 4    ·        ·        ·        A 3-5    ·        A 0-5
///    5  A 5    "        ·        A 3-5    ·        A 0-5    "
/// $ allfold plan --brief --algorithm bucket-2d:rows=2 -p 6
/// rank  start  round 1         round 2  round 3  round 4  round 5      round 6
///    0  A-F 0  C-D 0,2; A-B 0  A-B 0-2  A 0-5    A-B 0-5  A-B,E-F 0-5  A-F 0-5
///    1  A-F 1  E-F 0-1; C-D 1  C-D 0-2  C 0-5    C-D 0-5  A-D 0-5      A-F 0-5
///    2  A-F 2  A-B 1-2; E-F 2  E-F 0-2  E 0-5    E-F 0-5  C-F 0-5      A-F 0-5
///    3  A-F 3  C-D 3,5; A-B 3  A-B 3-5  B 0-5    A-B 0-5  A-B,E-F 0-5  A-F 0-5
///    4  A-F 4  E-F 3-4; C-D 4  C-D 3-5  D 0-5    C-D 0-5  A-D 0-5      A-F 0-5
///    5  A-F 5  A-B 4-5; E-F 5  E-F 3-5  F 0-5    E-F 0-5  C-F 0-5      A-F 0-5
#include "algorithms/grid.hpp"
#include "algorithms/mesh_line.hpp"
#include "algorithms/rows.hpp"

namespace allfold::algorithms {

namespace {

Plan rows_then_columns(const Task& task, std::int64_t blocks, Schedule (*generate)(const Task&)) {
  const Grid grid(task);
  const auto own = grid.place(task.rank);
  const auto root = grid.place(task.root);
  FoldedPlan plan(task, grid.fold(), blocks);
  plan.along(grid.row(own.row), root.column, plan.all(), generate);
  if (goes_to_all(task.collective) || own.column == root.column)
    plan.along(grid.column(own.column), root.row, plan.all(), generate);
  return std::move(plan).finish();
}

cost::Cost rows_then_columns_cost(const Task& task, cost::Cost (*cost)(const Task&)) {
  const auto [rows, columns] = Grid(task).sides();
  return cost({.collective = task.collective, .ranks = columns}) +
         cost({.collective = task.collective, .ranks = rows});
}

Plan tree_2d_plan(const Task& task) { return rows_then_columns(task, 1, tree); }

Claim tree_2d_claim(const Task& task) {
  const Grid grid(task);
  const auto [rows, columns] = grid.sides();
  // The last column starts later than the first; meanwhile the result returns to a single folded
  // rank.
  const bool hides_the_way_back = grid.fold().pairs() == 1 && rows > 1 && columns > 1;
  const Collective fold = hides_the_way_back ? Collective::reduce : task.collective;
  return {.kind = Claim::Kind::exactly,
          .cost = fold_cost(grid.fold(), fold) + rows_then_columns_cost(task, tree_cost)};
}

Plan balanced_trees_2d_plan(const Task& task) { return rows_then_columns(task, 2, balanced_trees); }

Claim balanced_trees_2d_claim(const Task& task) {
  return {.kind = Claim::Kind::exactly,
          .cost = fold_cost(Grid(task).fold(), task.collective) +
                  rows_then_columns_cost(task, balanced_trees_cost)};
}

Plan bucket_2d_plan(const Task& task) {
  const Grid grid(task);
  const auto own = grid.place(task.rank);
  const auto root = grid.place(task.root);
  const NumberLine row = grid.row(own.row);
  const NumberLine column = grid.column(own.column);
  FoldedPlan plan(task, grid.fold(), grid.sides().numbers());
  const std::int64_t first = std::int64_t{own.column} * column.members;
  const Blocks slice{.first = first, .last = first + column.members};
  plan.along(row, root.column, plan.all(), bucket_combine);
  plan.along(column, root.row, slice, bucket_combine);
  plan.along(column, root.row, slice, bucket_collect);
  if (goes_to_all(task.collective) || own.row == root.row)
    plan.along(row, root.column, plan.all(), bucket_collect);
  Plan whole = std::move(plan).finish();
  whole.divisions = {grid.sides().columns, grid.sides().rows};
  return whole;
}

Claim bucket_2d_claim(const Task& task) {
  const Grid grid(task);
  const auto [rows, columns] = grid.sides();
  const Task row{.collective = task.collective, .ranks = columns};
  const Task column{.collective = task.collective, .ranks = rows};
  return {.kind = Claim::Kind::exactly,
          .cost = fold_cost(grid.fold(), task.collective) + bucket_combine_cost(columns) +
                  cost::of_share(1.0 / columns,
                                 bucket_combine_cost(rows) + bucket_collect_cost(column)) +
                  bucket_collect_cost(row)};
}

}  // namespace

constinit const Kernel row::sbt_2d{
    .name = "sbt-2d",
    .summary = "sbt in the rows of a grid of R rows and C columns, then in its columns",
    .formula =
        "(⌈lg R⌉ + ⌈lg C⌉)(2α + 2mβ + mγ); "
        "ranks outside the grid: at most 2α + 2mβ + mγ more",
    .reference = "A2D, 3",
    .collectives = {Collective::allreduce, Collective::reduce},
    .order = OperandOrder::rank_order,
    .bracketing = always<Bracketing::own>,
    .parameters = parameter::grid,
    .generate = as_ready<tree_2d_plan>,
    .claim = tree_2d_claim};

constinit const Kernel row::bsbt_2d{
    .name = "bsbt-2d",
    .summary = "bsbt in rows, then in columns",
    .formula =
        "(⌈lg R⌉ + ⌈lg C⌉)(2α + mβ + mγ/2); "
        "each odd side as in bsbt, ranks outside the grid as in sbt-2d",
    .reference = "A2D, 3",
    .collectives = {Collective::allreduce, Collective::reduce},
    .order = OperandOrder::rank_order,
    .bracketing = always<Bracketing::own>,
    .parameters = parameter::grid,
    .generate = balanced_trees_2d_plan,
    .claim = balanced_trees_2d_claim};

constinit const Kernel row::bucket_2d{
    .name = "bucket-2d",
    .summary = "rows combine blocks, columns reduce them, rows distribute them",
    .formula =
        "2(R + C − 2)α + (1 − 1/RC)(2mβ + mγ); "
        "ranks outside the grid: 2α + 2mβ + mγ more",
    .reference = "A2D, 3",
    .collectives = {Collective::allreduce, Collective::reduce},
    .order = OperandOrder::any,
    .bracketing = always<Bracketing::by_block>,
    .parameters = parameter::grid,
    .generate = bucket_2d_plan,
    .claim = bucket_2d_claim};

}  // namespace allfold::algorithms
