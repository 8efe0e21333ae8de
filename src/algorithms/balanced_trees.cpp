/// Balanced trees. Each half of the vector has a tree of its own, on one half of the ranks.
///
/// Idea: ranks 2i and 2i+1 exchange halves. Then the even ranks reduce the lower half, and the odd
/// ones the upper half, along one binomial tree each, of the same shape, over the numbers i. In an
/// Allreduce the halves return down the trees, and the pairs exchange them. In a Reduce the trees
/// end at the root's pair, whose other rank then sends its half to the root. (The paper mirrors the
/// second tree; trees of the same shape bracket both halves alike.) If the number of ranks is odd,
/// one pair is folded first.
///
/// Restrictions: none. Any number of ranks; rank order; one bracketing, for even p that of the
/// aligned tree.
///
/// Cost of an Allreduce, even p: ⌈lg p⌉(2α + mβ + mγ/2).
/// Odd p: that of p - 1, and 2α + 2mβ + mγ.
///
/// Reference: Y. Huang, P. K. McKinley, An Adaptive Global Reduction Algorithm for Wormhole-Routed
/// 2D Meshes, Parallel Computing 23 (1997), section 3, BSBT.
///
/// Rounds (`A-B 0-3`: blocks A and B, reduced over ranks 0 to 3):
/// $ allfold plan --brief --algorithm bsbt -p 6
/// rank  start  round 1  round 2  round 3  round 4  round 5  round 6
///    0  A-B 0  A 0-1    A 0-3    A 0-5    "        "        A-B 0-5
///    1  A-B 1  B 0-1    B 0-3    B 0-5    "        "        A-B 0-5
///    2  A-B 2  A 2-3    ·        ·        ·        A 0-5    A-B 0-5
///    3  A-B 3  B 2-3    ·        ·        ·        B 0-5    A-B 0-5
///    4  A-B 4  A 4-5    "        ·        A 0-5    A-B 0-5  "
///    5  A-B 5  B 4-5    "        ·        B 0-5    A-B 0-5  "
#include <algorithm>

#include "algorithms/folded_plan.hpp"
#include "algorithms/mesh_line.hpp"
#include "algorithms/rows.hpp"

namespace allfold::algorithms {

namespace {

Fold fold_to_even(int ranks, int root) { return {ranks, ranks == 1 ? 1 : ranks - ranks % 2, root}; }

Plan balanced_trees_plan(const Task& task) {
  const Fold fold = fold_to_even(task.ranks, task.root);
  const int own = fold.number(task.rank);
  const int root = fold.number(task.root);
  const NumberLine pair{
      .first = own - own % 2, .stride = 1, .members = std::min(fold.numbers(), 2)};
  const NumberLine side{.first = own % 2, .stride = 2, .members = fold.numbers() / 2};

  FoldedPlan plan(task, fold, 2);
  const Blocks half = own % 2 == 0 ? lower_half(plan.all()) : upper_half(plan.all());
  plan.along(pair, root % 2, plan.all(), bucket_combine);
  plan.along(side, root / 2, half, tree);
  if (goes_to_all(task.collective) || own / 2 == root / 2)
    plan.along(pair, root % 2, plan.all(), bucket_collect);
  return std::move(plan).finish();
}

}  // namespace

Schedule balanced_trees(const Task& line) { return flatten(balanced_trees_plan(line)); }

cost::Cost balanced_trees_cost(const Task& line) {
  const Fold fold = fold_to_even(line.ranks, line.root);
  if (fold.numbers() == 1) return {};
  const Task pair{.collective = line.collective, .ranks = 2};
  const Task side{.collective = line.collective, .ranks = fold.numbers() / 2};
  return fold_cost(fold, line.collective) + bucket_combine_cost(2) +
         cost::of_share(0.5, tree_cost(side)) + bucket_collect_cost(pair);
}

namespace {

Claim balanced_trees_claim(const Task& task) {
  return {.kind = Claim::Kind::exactly, .cost = balanced_trees_cost(task)};
}

}  // namespace

constinit const Kernel row::bsbt{
    .name = "bsbt",
    .summary = "a tree for each half of the vector, on even and on odd ranks",
    .formula = "⌈lg p⌉(2α + mβ + mγ/2); odd p: as p − 1, + 2α + 2mβ + mγ",
    .reference = "A2D, 3",
    .collectives = {Collective::allreduce, Collective::reduce},
    .order = OperandOrder::rank_order,
    .bracketing = always<Bracketing::own>,
    .generate = balanced_trees_plan,
    .claim = balanced_trees_claim};

}  // namespace allfold::algorithms
