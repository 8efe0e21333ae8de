/// Direct. Everyone sends its whole vector to everyone at once; each rank reduces them all.
///
/// Idea: no message waits for another, so that their latencies pass side by side: there is one of
/// them in all, where trees and butterflies have one after the other. Each rank sends to the next
/// rank first, then to the one after that, and receives from those before it in the same order, so
/// that no rank is everybody's first. It keeps all vectors and evaluates the tree F over them. In a
/// Reduce all send to the root only.
/// Restrictions: none. Any number of ranks; rank order; one bracketing (class F). A rank that gets
/// the result keeps p vectors, so it is for short ones, and few ranks.
/// Cost, for any number of ranks: (p-1)(alpha + m beta + m gamma); where a message that follows
/// another in its round takes gap instead of alpha, alpha + (p-2)gap + (p-1)(m beta + m gamma).
/// Reference: the flat tree, from all roots at once; gap is that of LogGP [AISS95].
#include <algorithm>

#include "algorithms/generators.hpp"
#include "algorithms/tree_f.hpp"
#include "schedule/author.hpp"

namespace allfold {

namespace {

bool gets_result(const Task& task, int rank) {
  return task.collective == Collective::allreduce || rank == task.root;
}

}  // namespace

Plan direct(const Task& task) {
  Author author(task.ranks, task.rank, 1);
  std::vector<Memory> contributions(static_cast<std::size_t>(task.ranks), Memory::input);
  author.enter(Phase::tree);
  for (int i = 1; i < task.ranks; ++i) {
    const int to = (task.rank + i) % task.ranks;
    const int from = (task.rank - i + task.ranks) % task.ranks;
    if (gets_result(task, to)) author.send(to, Memory::input, author.all());
    if (!gets_result(task, task.rank)) continue;
    Memory& contribution = contributions[static_cast<std::size_t>(from)];
    contribution = author.new_scratch(author.all());
    author.receive(from, contribution, author.all());
  }
  if (gets_result(task, task.rank)) reduce_as_f(author, contributions, author.all());
  return flat_plan(std::move(author).finish());
}

Claim direct_claim(const Task& task) {
  const double others = task.ranks - 1;
  Claim claim{.kind = Claim::Kind::exactly,
              .cost = {.rounds = others,
                       .volume = others,
                       .reductions = others,
                       .gaps = std::max(others - 1, 0.0)}};
  if (task.collective == Collective::reduce) claim.cost.one_way_rounds = others;
  if (task.collective == Collective::reduce) claim.cost.one_way_volume = others;
  return claim;
}

int direct_work_vectors(const Task& task) { return std::max(task.ranks, 2); }

}  // namespace allfold
