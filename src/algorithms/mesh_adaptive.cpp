/// Adaptive mesh. Strips of S ranks set the length of what goes along the rows and columns.
///
/// Idea: 1. in each strip of S ranks of a column, buckets combine the vector, so that each rank is
/// left with one segment of m/S; 2. each row i reduces segment i mod S to all by balanced trees;
/// 3. each column does so with that segment among the ranks on the diagonals of its S x S blocks;
/// 4. these send it along the row to the ranks of their block, the last of which has the columns
/// that are left over, too; 5. buckets distribute the segments in the strips. A small S suits short
/// vectors, a large S long ones. Reduce needs no diagonals: 2. and 3. go to the root's column and
/// strip, then 5. to the root. Ranks that do not fit the grid are folded into the others first.
///
/// Restrictions: S divides the rows R and is at most the columns C. Commutative operations, unless
/// S = 1, which is `bsbt-2d`. Any number of ranks.
///
/// Cost, powers of two: (2(S-1) + 2 lg C + 2 lg(R/S) + lg S)α
///   + (2(S-1) + lg C + lg(R/S) + lg S)mβ/S + (S - 1 + (lg C + lg(R/S))/2)mγ/S.
/// Other sides: each as in `bsbt`, and at most ⌈lg(S + C mod S)⌉ for lg S.
///
/// Reference: Y. Huang, P. K. McKinley, An Adaptive Global Reduction Algorithm for Wormhole-Routed
/// 2D Meshes, Parallel Computing 23 (1997), section 4, A2D-R.
///
/// Rounds (`A-B 0-3`: blocks A and B, reduced over ranks 0 to 3):
/// $ allfold plan --brief --algorithm mesh-adaptive:rows=2,strip=2 -p 6
/// rank  start  round 1  round 2      round 3  round 4  round 5  round 6  round 7  round 8
///    0  A-D 0  A-B 0,3  A-B 0-1,3-4  A 0-5    A-B 0-5  "        "        "        A-D 0-5
///    1  A-D 1  A-B 1,4  ·            ·        ·        ·        ·        A-B 0-5  A-D 0-5
///    2  A-D 2  A-B 2,5  "            B 0-5    ·        ·        A-B 0-5  A-D 0-5  "
///    3  A-D 3  C-D 0,3  C-D 0-1,3-4  C 0-5    C-D 0-5  ·        ·        C-D 0-5  A-D 0-5
///    4  A-D 4  C-D 1,4  ·            ·        ·        C-D 0-5  "        "        A-D 0-5
///    5  A-D 5  C-D 2,5  "            D 0-5    ·        ·        C-D 0-5  A-D 0-5  "
#include <algorithm>

#include "algorithms/grid.hpp"
#include "algorithms/mesh_line.hpp"
#include "algorithms/rows.hpp"

namespace allfold::algorithms {

namespace {

/// One rank's part of a grid in S x S blocks.
class Strips {
 public:
  explicit Strips(const Task& task)
      : task_(task),
        grid_(task),
        length_(strip_length(grid_.sides(), task.parameters.strip)),
        own_(grid_.place(task.rank)),
        root_(grid_.place(task.root)),
        segment_(own_.row % length_),
        // The analyser does not see into the constructor of plan_.
        // NOLINTNEXTLINE(clang-analyzer-optin.cplusplus.UninitializedObject)
        plan_(task, grid_.fold(), std::int64_t{2} * length_) {}

  Plan plan() && {
    plan_.along(strip(), root_.row % length_, plan_.all(), bucket_combine);
    plan_.along(grid_.row(own_.row), root_.column, slice(), balanced_trees);
    goes_to_all(task_.collective) ? distribute() : gather();
    return std::move(plan_).finish();
  }

 private:
  void distribute() {
    const NumberLine block = row_of_block();
    const bool is_on_diagonal = own_.column == block.first % grid_.sides().columns + segment_;
    if (is_on_diagonal) plan_.along(same_segment(), 0, slice(), balanced_trees);
    plan_.along(block, segment_, slice(), tree_broadcast);
    plan_.along(strip(), 0, plan_.all(), bucket_collect);
  }
  void gather() {
    if (own_.column != root_.column) return;
    plan_.along(same_segment(), root_.row / length_, slice(), balanced_trees);
    if (own_.row / length_ == root_.row / length_)
      plan_.along(strip(), root_.row % length_, plan_.all(), bucket_collect);
  }

  /// The ranks of the own row in the same S x S block.
  [[nodiscard]] NumberLine row_of_block() const {
    const int columns = grid_.sides().columns;
    const int last = columns / length_ - 1;
    const int block = std::min(own_.column / length_, last);
    return {.first = grid_.row(own_.row).number_at(block * length_),
            .stride = 1,
            .members = length_ + (block == last ? columns % length_ : 0)};
  }
  /// The ranks of the own column with which this rank shares the vector.
  [[nodiscard]] NumberLine strip() const {
    const NumberLine column = grid_.column(own_.column);
    return {.first = column.number_at(own_.row - segment_),
            .stride = column.stride,
            .members = length_};
  }
  /// The ranks of the own column that are left with the same segment.
  [[nodiscard]] NumberLine same_segment() const {
    const NumberLine column = grid_.column(own_.column);
    return {.first = column.number_at(segment_),
            .stride = column.stride * length_,
            .members = column.members / length_};
  }
  [[nodiscard]] Blocks slice() const {
    return {.first = std::int64_t{2} * segment_, .last = std::int64_t{2} * segment_ + 2};
  }

  const Task& task_;
  Grid grid_;
  int length_;
  Grid::Place own_;
  Grid::Place root_;
  int segment_;
  FoldedPlan plan_;
};

Plan mesh_adaptive_plan(const Task& task) { return Strips(task).plan(); }

Bracketing mesh_adaptive_bracketing(const Task& task) {
  // A bucket of two ranks has a single sum, whatever the order of its operands.
  return strip_length(Grid(task).sides(), task.parameters.strip) <= 2 ? Bracketing::own
                                                                      : Bracketing::by_block;
}

Claim mesh_adaptive_claim(const Task& task) {
  const Grid grid(task);
  const auto [rows, columns] = grid.sides();
  const int strip = strip_length(grid.sides(), task.parameters.strip);
  const auto line = [&](int members) {
    return Task{.collective = task.collective, .ranks = members};
  };
  cost::Cost on_segment =
      balanced_trees_cost(line(columns)) + balanced_trees_cost(line(rows / strip));
  // In rows of odd length the first block starts last, because it contains the folded pair.
  const bool first_is_last = columns % 2 != 0 && columns >= 2 * strip;
  const int block = first_is_last ? strip : strip + columns % strip;
  if (goes_to_all(task.collective)) on_segment = on_segment + tree_broadcast_cost(block);
  // With other sides a rank may get its data one message earlier than the formula says.
  const bool is_exact = is_power(columns) && is_power(rows / strip);
  return {.kind = is_exact ? Claim::Kind::exactly : Claim::Kind::at_most,
          .cost = fold_cost(grid.fold(), task.collective) + bucket_combine_cost(strip) +
                  cost::of_share(1.0 / strip, on_segment) + bucket_collect_cost(line(strip))};
}

}  // namespace

constinit const Kernel row::mesh_adaptive{
    .name = "mesh-adaptive",
    .summary =
        "strips of S ranks combine, then bsbt-2d on segments of m/S; "
        "S = 1 keeps rank order",
    .formula =
        "(2(S − 1) + 2 lg C + 2 lg(R/S) + lg S)α + "
        "(2(S − 1) + lg C + lg(R/S) + lg S)mβ/S + "
        "(S − 1 + (lg C + lg(R/S))/2)mγ/S; "
        "else each side as in bsbt, and at most ⌈lg(S + C mod S)⌉ for lg S",
    .reference = "A2D, 4",
    .collectives = {Collective::allreduce, Collective::reduce},
    .order = OperandOrder::any,
    .bracketing = mesh_adaptive_bracketing,
    .parameters = parameter::strips,
    .generate = mesh_adaptive_plan,
    .claim = mesh_adaptive_claim};

}  // namespace allfold::algorithms
