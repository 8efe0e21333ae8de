/// Recursive halving and doubling. Vectors are halved while distances double, then the way back.
///
/// Idea: each pair of folded ranks first reduces one half of the vector each and unites the halves
/// on the one that goes on. In step k number n exchanges with n XOR 2^k and keeps the half of what
/// it has that bit k of n tells (nearest neighbours exchange the longest messages, and partial
/// results cover contiguous ranks). Allreduce: the steps are undone by exchanges, and the folded
/// ranks get the whole result. Reduce: they are undone towards the root, which is the one of its
/// pair that goes on. Restrictions: none. Any number of ranks, any length; rank order; one
/// bracketing (class F). Cost of an Allreduce: 2 lg p alpha + (1 - 1/p)(2m beta + m gamma) for
/// powers of two; else (2 lg p' + 3)alpha + (4 - 2/p')m beta + (3/2 - 1/p')m gamma. Reduce: one
/// round and m beta less there. Reference: [R04, section 3.3].
#include "algorithms/fold.hpp"
#include "algorithms/generators.hpp"
#include "algorithms/line.hpp"

namespace allfold {

Plan halving_doubling(const Task& task) {
  const Fold fold(task.ranks, task.root);
  const int number = fold.number(task.rank);
  const auto survivor = [&](int n) { return fold.survivor(n); };
  Author author(task.ranks, task.rank, fold.numbers());
  Steps steps(author);

  if (fold.is_paired(task.rank)) {
    const int first = fold.first_rank(number);
    steps.take({.kind = Step::Kind::butterfly,
                .form = Step::Form::halving,
                .members = {first, first + 1},
                .place = task.rank - first,
                .destination = survivor(number) - first,
                .phase = Phase::fold});
    steps.undo_latest();
  }
  if (fold.survives(task.rank)) {
    const int root = fold.number(task.root);
    for (int k = 0; k < fold.rounds(); ++k)
      steps.take(line_of(task).butterfly(k, number, root, Step::Form::halving, survivor));
    steps.route();
  }
  if (task.collective == Collective::allreduce && fold.is_paired(task.rank)) {
    author.enter(Phase::fold);
    author.next_round();
    if (fold.survives(task.rank))
      author.send_partial(fold.twin(task.rank), author.all());
    else
      author.receive_result(fold.twin(task.rank), author.all());
  }
  return flat_plan(std::move(author).finish());
}

Claim halving_doubling_claim(const Task& task) {
  const Fold fold(task.ranks);
  const double rounds = 2 * fold.rounds();
  const double inverse = 1.0 / fold.numbers();
  Claim claim{.kind = Claim::Kind::exactly,
              .cost = {.rounds = rounds, .volume = 2 - 2 * inverse, .reductions = 1 - inverse}};
  const bool everyone = task.collective == Collective::allreduce;
  if (!everyone) claim.cost.one_way_rounds = fold.rounds();
  if (!everyone) claim.cost.one_way_volume = 1 - inverse;
  if (fold.pairs() > 0) {
    const Cost halves{
        .rounds = 2, .volume = 1, .reductions = 0.5, .one_way_rounds = 1, .one_way_volume = 0.5};
    const Cost unfold{.rounds = 1, .volume = 1, .one_way_rounds = 1, .one_way_volume = 1};
    claim.cost = claim.cost + halves + (everyone ? unfold : Cost{});
  }
  return claim;
}

}  // namespace allfold
