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
#include "algorithms/generators.hpp"
#include "algorithms/mesh_line.hpp"
#include "algorithms/tree_f.hpp"
#include "schedule/author.hpp"

namespace allfold {

Plan node(const Task& task) {
  const int p = task.ranks;
  const auto slice_of = [](int rank) { return Blocks{.first = rank, .last = rank + 1}; };
  const Blocks own = slice_of(task.rank);
  Author author(p, task.rank, p);
  std::vector<Memory> contributions(static_cast<std::size_t>(p), Memory::input);
  author.enter(Phase::ring);
  for (int i = 1; i < p; ++i) {
    const int to = (task.rank + i) % p;
    const int from = (task.rank - i + p) % p;
    Memory& contribution = contributions[static_cast<std::size_t>(from)];
    contribution = author.new_scratch(own);
    author.next_round();
    author.send(to, Memory::input, slice_of(to));
    author.receive(from, contribution, own);
  }
  reduce_as_f(author, contributions, own);
  author.enter(Phase::gather);
  if (task.collective == Collective::reduce) collect_blocks(author, task);
  for (int i = 1; i < p && task.collective == Collective::allreduce; ++i) {
    const int from = (task.rank - i + p) % p;
    author.next_round();
    author.send((task.rank + i) % p, Memory::result, own);
    author.receive(from, Memory::result, slice_of(from));
  }
  return flat_plan(std::move(author).finish(), Medium::shared_memory);
}

Claim node_claim(const Task& task) { return ring_claim(task); }

}  // namespace allfold
