/// Node. The ranks of one node reduce through the memory that they share.
///
/// Idea: every rank makes its vector readable for the others and reduces its own slice of all
/// vectors; the ranks that get the whole result copy the slices of the others. The schedule below
/// writes this as messages from rank to rank, with one block for each slice; it runs where no
/// memory is shared. In shared memory node::Group evaluates the same expressions: short vectors are
/// read as a whole by all ranks that get the result, and long ones are processed in pieces.
///
/// Restrictions: none. Any number of ranks; rank order; one bracketing (class F), hence the same
/// bits with and without shared memory.
///
/// Cost, any p: 2(p-1)α + (1 - 1/p)(2mβ + mγ), where α is the time to read a cache line of another
/// rank and β the time to read a byte from its memory.
///
/// Reference: reduce-scatter by pairwise exchange, R. Rabenseifner, Optimization of Collective
/// Reduction Operations, ICCS 2004, section 3.7.
///
/// Rounds (`A-B 0-3`: blocks A and B, reduced over ranks 0 to 3; {}: not reduced yet):
/// $ allfold plan --brief --algorithm node -p 6 --collective reduce
/// rank  start  round 1             round 2             round 3             round 4
///    0  A-F 0  A {0,5}; C-F 0      A {0,4-5}; D-F 0    A {0,3-5}; E-F 0    A {0,2-5}; F 0
///    1  A-F 1  B 0-1; A,D-F 1      B {0-1,5}; A,E-F 1  B {0-1,4-5}; A,F 1  B {0-1,3-5}; A 1
///    2  A-F 2  C {1-2}; A-B,E-F 2  C {0-2}; A-B,F 2    C {0-2,5}; A-B 2    C {0-2,4-5}; B 2
///    3  A-F 3  D {2-3}; A-C,F 3    D {1-3}; A-C 3      D 0-3; B-C 3        D {0-3,5}; C 3
///    4  A-F 4  E {3-4}; A-D 4      E {2-4}; B-D 4      E {1-4}; C-D 4      E {0-4}; D 4
///    5  A-F 5  F {4-5}; B-E 5      F {3-5}; C-E 5      F {2-5}; D-E 5      F {1-5}; E 5
///
/// rank  round 5  round 6  round 7    round 8    round 9    round 10
///    0  A 0-5    A,F 0-5  A,E-F 0-5  A,D-F 0-5  A,C-F 0-5  A-F 0-5
///    1  B 0-5    "        "          "          "          ·
///    2  C 0-5    "        "          "          ·          ·
///    3  D 0-5    "        "          ·          ·          ·
///    4  E 0-5    "        ·          ·          ·          ·
///    5  F 0-5    ·        ·          ·          ·          ·
#include <algorithm>

#include "algorithms/pairwise.hpp"
#include "algorithms/rows.hpp"
#include "algorithms/shared_memory_stages.hpp"

namespace allfold::algorithms {

namespace {

/// The block of a member; empty if the member is no lane.
Blocks block_of(int member, int lanes) {
  const std::int64_t first = std::min(member, lanes);
  return {.first = first, .last = std::min<std::int64_t>(member + 1, lanes)};
}

}  // namespace

void scatter_to_lanes(Author& author, int lanes) {
  author.enter(Phase::ring);
  exchange_pairwise(author, Circle(author), Sending::round_by_round,
                    [&](int member) { return block_of(member, lanes); });
}

void gather_from_lanes(Author& author, int lanes, int root) {
  const Circle circle(author);
  const Memory made = author.partial();
  const auto gets = [&](int member) { return root < 0 || member == root; };
  author.enter(Phase::gather);
  for (int i = 1; i < circle.size(); ++i) {
    author.next_round();
    if (gets(circle.rank(i))) author.send(circle.rank(i), made, block_of(author.rank(), lanes));
    if (gets(author.rank()))
      author.receive(circle.rank(-i), Memory::result, block_of(circle.rank(-i), lanes));
  }
}

cost::Cost scatter_to_lanes_cost(int members, int lanes) {
  const double others = members - 1;
  return {.rounds = others, .volume = others / lanes, .reductions = others / lanes};
}

cost::Cost gather_from_lanes_cost(int members, int lanes, Collective collective) {
  if (goes_in_shares(collective)) return {};
  const double others = members - 1;
  if (goes_to_all(collective)) return {.rounds = others, .volume = others / lanes};
  const double senders = std::min(lanes, members - 1);
  return {.rounds = senders,
          .volume = senders / lanes,
          .one_way_rounds = senders,
          .one_way_volume = senders / lanes};
}

namespace {

Plan node_plan(const Task& task) {
  Author author(task.ranks, task.rank, task.ranks);
  scatter_to_lanes(author, task.ranks);
  if (!goes_in_shares(task.collective))
    gather_from_lanes(author, task.ranks, has_root(task.collective) ? task.root : -1);
  return flat_plan(std::move(author).finish(), Medium::shared_memory);
}

Claim node_claim(const Task& task) {
  return {.kind = Claim::Kind::exactly,
          .cost = scatter_to_lanes_cost(task.ranks, task.ranks) +
                  gather_from_lanes_cost(task.ranks, task.ranks, task.collective)};
}

}  // namespace

constinit const Kernel row::node{
    .name = "node",
    .summary =
        "on one node, through shared memory: each rank reduces a slice of all vectors and "
        "copies the other slices; of short vectors it reduces all",
    .formula =
        "2(p − 1)α + (1 − 1/p)(2mβ + mγ), α for a look at another rank's cache line, "
        "β for a byte of its memory",
    .reference = "R04, 3.7",
    .collectives = Collectives::any(),
    .order = OperandOrder::rank_order,
    .bracketing = always<Bracketing::class_f>,
    .parameters = parameter::way,
    .carrier = Carrier::shared_memory,
    .generate = node_plan,
    .claim = node_claim};

}  // namespace allfold::algorithms
