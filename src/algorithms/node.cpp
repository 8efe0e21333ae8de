/// Node. Through the memory that the ranks of one machine share.
///
/// Idea: every rank shows its vector to the others, reduces the slice that is its own from all
/// vectors, and the ranks that get the result copy the slices of the others. What is below says so
/// in messages, a block for each slice, straight from rank to rank; it is what runs where no memory
/// is shared. Where it is, node::Group evaluates the same expressions: short vectors are all read
/// by all, without slices, and long ones go in pieces. Restrictions: none. Any number of ranks;
/// rank order; one bracketing (class F), and so the same bits with and without shared memory. Cost,
/// for any number of ranks: 2(p-1)alpha + (1 - 1/p)(2m beta + m gamma), where alpha is a look at a
/// cache line of another rank and beta is a byte read from its memory. Reference: reduce-scatter by
/// pairwise exchange [R04, section 3.5].
#include <algorithm>

#include "algorithms/generators.hpp"
#include "algorithms/node_stage.hpp"
#include "algorithms/tree_f.hpp"

namespace allfold {

namespace {

/// The block of a member; none if it is no lane.
Blocks block_of(int member, int lanes) {
  const std::int64_t first = std::min(member, lanes);
  return {.first = first, .last = std::min<std::int64_t>(member + 1, lanes)};
}

}  // namespace

void scatter_to_lanes(Author& author, int lanes) {
  const int members = author.ranks();
  const Blocks own = block_of(author.rank(), lanes);
  std::vector<Memory> contributions(static_cast<std::size_t>(members), Memory::input);
  author.enter(Phase::ring);
  for (int i = 1; i < members; ++i) {
    const int to = (author.rank() + i) % members;
    const int from = (author.rank() - i + members) % members;
    author.next_round();
    author.send(to, Memory::input, block_of(to, lanes));
    if (own.empty()) continue;
    Memory& contribution = contributions[static_cast<std::size_t>(from)];
    contribution = author.new_scratch(own);
    author.receive(from, contribution, own);
  }
  reduce_as_f(author, contributions, own);
}

void gather_from_lanes(Author& author, int lanes, int root) {
  const int members = author.ranks();
  const Memory made = author.partial();
  const auto gets = [&](int member) { return root < 0 || member == root; };
  author.enter(Phase::gather);
  for (int i = 1; i < members; ++i) {
    const int to = (author.rank() + i) % members;
    const int from = (author.rank() - i + members) % members;
    author.next_round();
    if (gets(to)) author.send(to, made, block_of(author.rank(), lanes));
    if (gets(author.rank())) author.receive(from, Memory::result, block_of(from, lanes));
  }
}

Cost scatter_to_lanes_cost(int members, int lanes) {
  const double others = members - 1;
  return {.rounds = others, .volume = others / lanes, .reductions = others / lanes};
}

Cost gather_from_lanes_cost(int members, int lanes, Collective collective) {
  const double others = members - 1;
  if (collective == Collective::allreduce) return {.rounds = others, .volume = others / lanes};
  const double senders = std::min(lanes, members - 1);
  return {.rounds = senders,
          .volume = senders / lanes,
          .one_way_rounds = senders,
          .one_way_volume = senders / lanes};
}

Plan node(const Task& task) {
  Author author(task.ranks, task.rank, task.ranks);
  scatter_to_lanes(author, task.ranks);
  gather_from_lanes(author, task.ranks, task.collective == Collective::reduce ? task.root : -1);
  return flat_plan(std::move(author).finish(), Medium::shared_memory);
}

Claim node_claim(const Task& task) {
  return {.kind = Claim::Kind::exactly,
          .cost = scatter_to_lanes_cost(task.ranks, task.ranks) +
                  gather_from_lanes_cost(task.ranks, task.ranks, task.collective)};
}

}  // namespace allfold
