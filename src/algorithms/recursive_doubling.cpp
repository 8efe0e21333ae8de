/// Recursive doubling. In each round the distance doubles and whole partial results are exchanged.
///
/// Idea: the ranks in excess of a power of two are folded into the others. In step k, number n
/// exchanges its partial result with number n XOR 2^k, and both reduce, the lower one's operand on
/// the left. Finally the folded ranks get what they want of the result.
///
/// Restrictions: no Reduce. Any number of ranks; rank order; one bracketing (class F).
///
/// Cost, powers of two: lg p (α + mβ + mγ).
/// Other p: ⌊lg p⌋(α + mβ + mγ) + 2α + 2mβ + mγ.
///
/// Reference: R. Rabenseifner, Optimization of Collective Reduction Operations, ICCS 2004,
/// section 3.4.
///
/// Rounds (`A-B 0-3`: blocks A and B, reduced over ranks 0 to 3):
/// $ allfold plan --brief --algorithm recursive-doubling -p 6
/// rank  start  round 1  round 2  round 3  round 4
///    0  A 0    A 0-1    A 0-3    A 0-5    "
///    1  A 1    ·        ·        ·        A 0-5
///    2  A 2    A 2-3    A 0-3    A 0-5    "
///    3  A 3    ·        ·        ·        A 0-5
///    4  A 4    A 4-5    "        A 0-5    "
///    5  A 5    A 4-5    "        A 0-5    "
#include "algorithms/delivery.hpp"
#include "algorithms/fold.hpp"
#include "algorithms/line.hpp"
#include "algorithms/rows.hpp"

namespace allfold::algorithms {

namespace {

Plan recursive_doubling_plan(const Task& task) {
  const Fold fold(task.ranks);
  const int number = fold.number(task.rank);
  Author author(task.ranks, task.rank, blocks_for(task, 1));
  Steps steps(author);

  if (fold.is_paired(task.rank))
    steps.take({.kind = Step::Kind::two_one,
                .form = Step::Form::full,
                .members = {fold.first_rank(number), fold.first_rank(number) + 1},
                .place = task.rank % 2,
                .destination = goes_to_all(task.collective) ? Step::everyone : Step::nobody,
                .phase = Phase::fold});
  if (steps.is_active())
    for (int k = 0; k < fold.rounds(); ++k)
      steps.take(line_of(task).butterfly(k, number, 0, Step::Form::full,
                                         [&](int n) { return fold.survivor(n); }));
  steps.route();
  if (goes_in_shares(task.collective))
    deliver_shares(
        author, {.own = fold.survives(task.rank) ? author.all() : Blocks{}},
        [&](std::int64_t /*block*/, int receiver) { return fold.survivor(fold.number(receiver)); });
  return flat_plan(std::move(author).finish());
}

Claim recursive_doubling_claim(const Task& task) {
  const Fold fold(task.ranks);
  const double extra = fold.pairs() > 0 ? 1 : 0;
  // The message to a folded rank.
  const double last = goes_in_shares(task.collective) ? extra / task.ranks : extra;
  return {.kind = Claim::Kind::exactly,
          .cost = {.rounds = fold.rounds() + 2 * extra,
                   .volume = fold.rounds() + extra + last,
                   .reductions = fold.rounds() + extra,
                   .one_way_rounds = 2 * extra,
                   .one_way_volume = extra + last},
          .sum = fold.pairs() == 0 ? Claim::Sum::exact : Claim::Sum::bound};
}

}  // namespace

constinit const Kernel row::recursive_doubling{
    .name = "recursive-doubling",
    .summary = "butterfly exchanges of whole vectors",
    .formula = "lg p(α + mβ + mγ); else ⌊lg p⌋(α + mβ + mγ) + 2α + 2mβ + mγ",
    .reference = "R04, 3.4",
    .collectives = {Collective::allreduce, Collective::reduce_scatter},
    .order = OperandOrder::rank_order,
    .bracketing = always<Bracketing::class_f>,
    .generate = recursive_doubling_plan,
    .claim = recursive_doubling_claim};

}  // namespace allfold::algorithms
