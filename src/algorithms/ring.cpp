/// Ring. Each rank reduces one block of the vector; the blocks then go round.
///
/// Idea: reduce-scatter by pairwise exchange: in step i each rank sends the block of rank+i
/// straight to it and receives a contribution to its own block from rank-i. Then Allreduce passes
/// the blocks round the ring with stride 1; Reduce sends them straight to the root. `ring` reduces
/// contributions as they arrive; `ring-ordered` keeps all p-1 of them and reduces them at the end,
/// in rank order and bracketed as the tree F. Restrictions: `ring` is for commutative operations,
/// and each block is bracketed in another way. `ring-ordered` has rank order and one bracketing
/// (class F), for (p-1)/p m of scratch memory. Cost of both, for any number of ranks: 2(p-1)alpha +
/// (1 - 1/p)(2m beta + m gamma). Reference: [R04, section 3.5].
#include "algorithms/generators.hpp"
#include "algorithms/mesh_line.hpp"
#include "algorithms/tree_f.hpp"
#include "schedule/author.hpp"

namespace allfold {

namespace {

class Circle {
 public:
  explicit Circle(const Task& task) : task_(task), author_(task.ranks, task.rank, task.ranks) {
    author_.enter(Phase::ring);
  }

  Author& author() { return author_; }
  [[nodiscard]] int rank_after(int steps) const {
    return (task_.rank + steps + task_.ranks) % task_.ranks;
  }
  [[nodiscard]] static Blocks block_of(int rank) { return {.first = rank, .last = rank + 1}; }
  [[nodiscard]] Blocks own() const { return block_of(task_.rank); }

  /// The way of the reduced blocks to those who are to have the result.
  Plan collected() && {
    author_.enter(Phase::gather);
    collect_blocks(author_, task_);
    return flat_plan(std::move(author_).finish());
  }

 private:
  Task task_;
  Author author_;
};

}  // namespace

Plan ring(const Task& task) {
  Circle circle(task);
  Author& author = circle.author();
  for (int i = 1; i < task.ranks; ++i) {
    author.next_round();
    author.send(circle.rank_after(i), Memory::input, Circle::block_of(circle.rank_after(i)));
    author.receive_and_reduce(circle.rank_after(-i), Side::right, circle.own());
  }
  return std::move(circle).collected();
}

Plan ring_ordered(const Task& task) {
  Circle circle(task);
  Author& author = circle.author();
  std::vector<Memory> contributions(static_cast<std::size_t>(task.ranks), Memory::input);
  for (int i = 1; i < task.ranks; ++i) {
    const int from = circle.rank_after(-i);
    Memory& contribution = contributions[static_cast<std::size_t>(from)];
    contribution = author.new_scratch(circle.own());
    author.next_round();
    author.send(circle.rank_after(i), Memory::input, Circle::block_of(circle.rank_after(i)));
    author.receive(from, contribution, circle.own());
  }
  reduce_as_f(author, contributions, circle.own());
  return std::move(circle).collected();
}

Claim ring_claim(const Task& task) {
  const double p = task.ranks;
  Claim claim{.kind = Claim::Kind::exactly,
              .cost = {.rounds = 2 * (p - 1), .volume = 2 * (1 - 1 / p), .reductions = 1 - 1 / p}};
  if (task.collective == Collective::reduce) claim.cost.one_way_rounds = p - 1;
  if (task.collective == Collective::reduce) claim.cost.one_way_volume = 1 - 1 / p;
  return claim;
}

}  // namespace allfold
