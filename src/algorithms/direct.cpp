/// Direct. Every rank sends its whole vector to all others at once; each reduces them all.
///
/// Idea: no message waits for another, so that the exchange takes one latency, whereas trees and
/// butterflies take several in succession. Each rank sends to the next rank first, then to the one
/// after that, and receives in the same order, so that no rank is the first target of all. It keeps
/// all vectors and evaluates the tree F over them. In a Reduce all ranks send to the root only, in
/// a Reduce_scatter each rank the share that it wants.
///
/// Restrictions: none. Any number of ranks; rank order; one bracketing (class F). A rank that gets
/// the result keeps p vectors: for short vectors and few ranks only.
///
/// Cost, any p: (p-1)(α + mβ + mγ). If a message that follows another one in its round costs a gap
/// g instead of α: α + (p-2)g + (p-1)(mβ + mγ), with half that gap in a Reduce. In an Allreduce up
/// to half of the gaps overlap with the latency: see LinkCost::in_round_with.
///
/// Reference: the flat tree, from all roots at once. The gap is that of A. Alexandrov,
/// M. F. Ionescu, K. E. Schauser, C. Scheiman, LogGP: Incorporating Long Messages into the LogP
/// Model, SPAA 1995.
///
/// Rounds (`A {0-3}`: block A, here the whole vector, of ranks 0 to 3, not reduced yet):
/// $ allfold plan --brief --algorithm direct -p 6
/// rank  start  round 1  round 2    round 3      round 4      round 5
///    0  A 0    A {0,5}  A {0,4-5}  A {0,3-5}    A {0,2-5}    A 0-5
///    1  A 1    A 0-1    A {0-1,5}  A {0-1,4-5}  A {0-1,3-5}  A 0-5
///    2  A 2    A {1-2}  A {0-2}    A {0-2,5}    A {0-2,4-5}  A 0-5
///    3  A 3    A {2-3}  A {1-3}    A 0-3        A {0-3,5}    A 0-5
///    4  A 4    A {3-4}  A {2-4}    A {1-4}      A {0-4}      A 0-5
///    5  A 5    A {4-5}  A {3-5}    A {2-5}      A {1-5}      A 0-5
#include <algorithm>

#include "algorithms/pairwise.hpp"
#include "algorithms/rows.hpp"
#include "schedule/author.hpp"

namespace allfold::algorithms {

namespace {

Plan direct_plan(const Task& task) {
  Author author(task.ranks, task.rank, blocks_for(task, 1));
  author.enter(Phase::tree);
  exchange_pairwise(author, Circle(author), Sending::at_once,
                    [&](int rank) { return task.recipients().wanted(rank, author.all()); });
  return flat_plan(std::move(author).finish());
}

Claim direct_claim(const Task& task) {
  const double others = task.ranks - 1;
  cost::Cost cost = cost::one_round(others);
  const double part = goes_in_shares(task.collective) ? 1.0 / task.ranks : 1;
  cost.volume = cost.reductions = others * part;
  return {.kind = Claim::Kind::exactly,
          .cost = has_root(task.collective) ? cost::one_way(cost) : cost,
          .sum = Claim::Sum::exact,
          .shortest_message = part,
          .rounds_go = cost::Rounds::one_by_one};
}

int direct_work_vectors(const Task& task) {
  return goes_in_shares(task.collective) ? 2 : std::max(task.ranks, 2);
}

}  // namespace

constinit const Kernel row::direct{
    .name = "direct",
    .summary =
        "each rank sends its vector to all ranks (Reduce: to the root) at once; the "
        "receivers reduce them",
    .formula =
        "(p − 1)(α + mβ + mγ); where messages of one round follow each other after "
        "a gap g < α, of which half may pass in the latency, α + (p − 2)g + "
        "(p − 1)(mβ + mγ)",
    .reference = "AISS95",
    .collectives = Collectives::any(),
    .order = OperandOrder::rank_order,
    .bracketing = always<Bracketing::class_f>,
    .work_vectors = direct_work_vectors,
    .generate = direct_plan,
    .claim = direct_claim};

}  // namespace allfold::algorithms
