/// Balanced trees. Each half of the vector has a tree of its own, on ranks that the other spares.
///
/// Idea: ranks 2i and 2i+1 exchange halves; then the even ranks reduce the lower half, and the odd
/// ones the upper half, along one binomial tree each, of the same shape, over the numbers i; then
/// the way back. (Trees of the same shape, not mirrored ones as in the paper, bracket both halves
/// alike.) An odd number of ranks is folded by one pair first. Reduce goes to the pair of the root,
/// where the twin's half follows. Restrictions: none. Any number of ranks; rank order; one
/// bracketing, that of the aligned tree for even numbers of ranks.
/// Cost of an Allreduce: ceil(lg p)(2 alpha + m beta + m gamma / 2) for even p; for odd p that of
/// p - 1, and 2 alpha + 2m beta + m gamma. Reference: [A2D, section 3], BSBT.
#include "algorithms/folded_plan.hpp"
#include "algorithms/generators.hpp"
#include "algorithms/mesh_line.hpp"

namespace allfold {

namespace {

Fold fold_to_even(int ranks, int root) { return {ranks, ranks == 1 ? 1 : ranks - ranks % 2, root}; }

}  // namespace

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
  if (task.collective == Collective::allreduce || own / 2 == root / 2)
    plan.along(pair, root % 2, plan.all(), bucket_collect);
  return std::move(plan).finish();
}

Schedule balanced_trees(const Task& line) { return flatten(balanced_trees_plan(line)); }

Cost balanced_trees_cost(const Task& line) {
  const Fold fold = fold_to_even(line.ranks, line.root);
  if (fold.numbers() == 1) return {};
  const Task pair{.collective = line.collective, .ranks = 2};
  const Task side{.collective = line.collective, .ranks = fold.numbers() / 2};
  return fold_cost(fold, line.collective) + bucket_combine_cost(2) +
         of_share(0.5, tree_cost(side)) + bucket_collect_cost(pair);
}

Claim balanced_trees_claim(const Task& task) {
  return {.kind = Claim::Kind::exactly, .cost = balanced_trees_cost(task)};
}

}  // namespace allfold
