/// Recursive halving and doubling. Vectors are halved while distances double; then steps are
/// undone.
///
/// Idea: the two ranks of a folded pair first reduce one half of the vector each, and the survivor
/// gets the other half. In step k, number n exchanges with n XOR 2^k and keeps the half of its
/// piece that bit k of n selects: nearest neighbours exchange the longest messages, and partial
/// results cover contiguous ranks. Allreduce undoes the steps by exchanges, and the folded ranks
/// get the whole result. Reduce undoes them towards the root, which survives in its pair. In a
/// Reduce_scatter the pieces go to the ranks that want them.
///
/// Restrictions: none. Any number of ranks, vectors of any length; rank order; one bracketing
/// (class F).
///
/// Cost of an Allreduce, powers of two: 2 lg p α + (1 - 1/p)(2mβ + mγ).
/// Other p: (2 lg p' + 3)α + (4 - 2/p')mβ + (3/2 - 1/p')mγ; a Reduce takes one round and mβ less.
///
/// Reference: R. Rabenseifner, Optimization of Collective Reduction Operations, ICCS 2004,
/// section 3.5.
///
/// Rounds (`A-B 0-3`: blocks A and B, reduced over ranks 0 to 3):
/// $ allfold plan --brief --algorithm halving-doubling -p 6
/// rank  start  round 1  round 2  round 3  round 4  round 5  round 6  round 7
///    0  A-D 0  A-B 0-1  A-D 0-1  A-B 0-3  A 0-5    A-B 0-5  A-D 0-5  "
///    1  A-D 1  C-D 0-1  ·        ·        ·        ·        ·        A-D 0-5
///    2  A-D 2  A-B 2-3  A-D 2-3  C-D 0-3  C 0-5    C-D 0-5  A-D 0-5  "
///    3  A-D 3  C-D 2-3  ·        ·        ·        ·        ·        A-D 0-5
///    4  A-D 4  A-B 4-5  "        "        B 0-5    A-B 0-5  A-D 0-5  "
///    5  A-D 5  C-D 4-5  "        "        D 0-5    C-D 0-5  A-D 0-5  "
#include "algorithms/delivery.hpp"
#include "algorithms/fold.hpp"
#include "algorithms/line.hpp"
#include "algorithms/rows.hpp"

namespace allfold::algorithms {

namespace {

Plan halving_doubling_plan(const Task& task) {
  const Fold fold(task.ranks, task.root);
  const int number = fold.number(task.rank);
  const auto survivor = [&](int n) { return fold.survivor(n); };
  Author author(task.ranks, task.rank, blocks_for(task, fold.numbers()));
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
  if (goes_in_shares(task.collective)) {
    const std::int64_t width = author.all().size() / fold.numbers();
    const auto piece_of = [&](int n) {
      return share_of(author.all(), reversed_bits(n, fold.rounds()), fold.numbers());
    };
    deliver_shares(
        author,
        {.pieces = fold.numbers(), .own = fold.survives(task.rank) ? piece_of(number) : Blocks{}},
        [&](std::int64_t block, int /*receiver*/) {
          const auto piece = static_cast<int>(block / width);
          return survivor(reversed_bits(piece, fold.rounds()));
        });
  }
  if (goes_to_all(task.collective) && fold.is_paired(task.rank)) {
    author.enter(Phase::fold);
    author.next_round();
    if (fold.survives(task.rank))
      author.send_partial(Fold::twin(task.rank), author.all());
    else
      author.receive_result(Fold::twin(task.rank), author.all());
  }
  Plan plan = flat_plan(std::move(author).finish());
  plan.stages[0].schedule.pace = schedule::Pace::by_exchange;
  return plan;
}

/// The cost of a Reduce_scatter: of the halvings, with those of folded pairs, and of the delivery.
Claim scatter_claim(const Task& task, const Fold& fold) {
  const double inverse = 1.0 / fold.numbers();
  Claim claim{
      .kind = Claim::Kind::at_most,
      .cost = {.rounds = 1.0 * fold.rounds(), .volume = 1 - inverse, .reductions = 1 - inverse}};
  if (fold.pairs() > 0)
    claim.cost = claim.cost + cost::Cost{.rounds = 2, .volume = 1, .reductions = 0.5};
  if (task.ranks > 2) claim.cost = claim.cost + delivery_cost(task.ranks, fold.numbers(), 1);
  return claim;
}

Claim halving_doubling_claim(const Task& task) {
  const Fold fold(task.ranks);
  const double inverse = 1.0 / fold.numbers();
  if (goes_in_shares(task.collective)) return scatter_claim(task, fold);
  const double rounds = 2 * fold.rounds();
  Claim claim{.kind = Claim::Kind::exactly,
              .cost = {.rounds = rounds, .volume = 2 - 2 * inverse, .reductions = 1 - inverse}};
  const bool everyone = goes_to_all(task.collective);
  if (!everyone) claim.cost.one_way_rounds = fold.rounds();
  if (!everyone) claim.cost.one_way_volume = 1 - inverse;
  if (fold.pairs() > 0) {
    const cost::Cost halves{
        .rounds = 2, .volume = 1, .reductions = 0.5, .one_way_rounds = 1, .one_way_volume = 0.5};
    const cost::Cost unfold{.rounds = 1, .volume = 1, .one_way_rounds = 1, .one_way_volume = 1};
    claim.cost = claim.cost + halves + (everyone ? unfold : cost::Cost{});
  }
  if (everyone || fold.pairs() == 0) claim.sum = Claim::Sum::exact;
  return claim;
}

}  // namespace

constinit const Kernel row::halving_doubling{
    .name = "halving-doubling",
    .summary =
        "exchanges of halves, quarters, ... of the vector at doubling distances, "
        "then in reverse",
    .formula =
        "2 lg p·α + (1 − 1/p)(2mβ + mγ); "
        "else (2 lg p' + 3)α + (4 − 2/p')mβ + (3/2 − 1/p')mγ",
    .reference = "R04, 3.5",
    .collectives = Collectives::any(),
    .order = OperandOrder::rank_order,
    .bracketing = always<Bracketing::class_f>,
    .generate = halving_doubling_plan,
    .claim = halving_doubling_claim};

}  // namespace allfold::algorithms
