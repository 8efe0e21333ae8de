/// Ring. Each rank reduces one block of the vector; the blocks then go round.
///
/// Idea: reduce-scatter by pairwise exchange: in round i each rank sends the block of rank+i
/// directly to that rank and receives a contribution to its own block from rank-i. Then Allreduce
/// passes the blocks round the ring with stride 1; Reduce sends them directly to the root, and
/// Reduce_scatter leaves them there. `ring` reduces contributions as they arrive, and has room for
/// as many as may be in flight, so that none waits for the latency of another; `ring-ordered` keeps
/// all p-1 of them and reduces them at the end, in rank order and bracketed as the tree F.
///
/// Restrictions: `ring` needs a commutative operation and brackets each block in its own way.
/// `ring-ordered` keeps rank order with one bracketing (class F). Both: any number of ranks, and
/// (1 - 1/p)m of scratch memory, `ring` no more than 32m/p.
///
/// Cost of both and of either collective, any p: 2(p-1)α + (1 - 1/p)(2mβ + mγ). With a gap g < α,
/// p-2 of the α are g, in a Reduce all but 2, and `ring` reduces while messages arrive, unless they
/// arrive all together. From 35 ranks, every 32nd message of `ring` waits until there is room.
///
/// Reference: R. Rabenseifner, Optimization of Collective Reduction Operations, ICCS 2004,
/// section 3.7.
///
/// Rounds (`A-B 0-3`: blocks A and B, reduced over ranks 0 to 3):
/// $ allfold plan --brief --algorithm ring -p 6
/// rank  start  round 1           round 2           round 3           round 4         round 5
///    0  A-F 0  A 0,5; C-F 0      A 0,4-5; D-F 0    A 0,3-5; E-F 0    A 0,2-5; F 0    A 0-5
///    1  A-F 1  B 0-1; A,D-F 1    B 0-1,5; A,E-F 1  B 0-1,4-5; A,F 1  B 0-1,3-5; A 1  B 0-5
///    2  A-F 2  C 1-2; A-B,E-F 2  C 0-2; A-B,F 2    C 0-2,5; A-B 2    C 0-2,4-5; B 2  C 0-5
///    3  A-F 3  D 2-3; A-C,F 3    D 1-3; A-C 3      D 0-3; B-C 3      D 0-3,5; C 3    D 0-5
///    4  A-F 4  E 3-4; A-D 4      E 2-4; B-D 4      E 1-4; C-D 4      E 0-4; D 4      E 0-5
///    5  A-F 5  F 4-5; B-E 5      F 3-5; C-E 5      F 2-5; D-E 5      F 1-5; E 5      F 0-5
///
/// rank  round 6  round 7    round 8      round 9      round 10
///    0  A,F 0-5  A,E-F 0-5  A,D-F 0-5    A,C-F 0-5    A-F 0-5
///    1  A-B 0-5  A-B,F 0-5  A-B,E-F 0-5  A-B,D-F 0-5  A-F 0-5
///    2  B-C 0-5  A-C 0-5    A-C,F 0-5    A-C,E-F 0-5  A-F 0-5
///    3  C-D 0-5  B-D 0-5    A-D 0-5      A-D,F 0-5    A-F 0-5
///    4  D-E 0-5  C-E 0-5    B-E 0-5      A-E 0-5      A-F 0-5
///    5  E-F 0-5  D-F 0-5    C-F 0-5      B-F 0-5      A-F 0-5
#include <algorithm>

#include "algorithms/mesh_line.hpp"
#include "algorithms/pairwise.hpp"
#include "algorithms/rows.hpp"
#include "program/program.hpp"
#include "schedule/author.hpp"

namespace allfold::algorithms {

namespace {

/// The number of contributions for which there is room: half of the message window, since one
/// message leaves for each one that arrives.
constexpr int most_rooms = program::message_window / 2;

Blocks block_of_rank(int rank) { return {.first = rank, .last = rank + 1}; }

/// The Plan of an author after whose rounds each rank has its reduced block: the blocks are sent to
/// the ranks that want others than their own.
Plan collected(Author author, const Task& task) {
  author.enter(Phase::gather);
  collect_blocks(author, task);
  return flat_plan(std::move(author).finish());
}

Plan ring_plan(const Task& task) {
  Author author(task.ranks, task.rank, task.ranks);
  const Circle circle(author);
  const Blocks own = block_of_rank(task.rank);
  author.enter(Phase::ring);
  std::vector<Memory> rooms(static_cast<std::size_t>(std::min(task.ranks - 1, most_rooms)));
  for (Memory& room : rooms) room = author.new_scratch(own, Scratch::Life::passing);
  for (int i = 1; i < task.ranks; ++i) {
    author.next_round();
    author.send(circle.rank(i), Memory::input, block_of_rank(circle.rank(i)));
    author.receive_and_reduce({.peer = circle.rank(-i),
                               .side = Side::right,
                               .into = rooms[static_cast<std::size_t>(i - 1) % rooms.size()],
                               .own = author.partial(),
                               .blocks = own});
  }
  Plan plan = collected(std::move(author), task);
  // Unless the blocks circulate, no message delays a more urgent one.
  if (!goes_to_all(task.collective)) plan.stages[0].schedule.pace = schedule::Pace::as_ready;
  return plan;
}

Plan ring_ordered_plan(const Task& task) {
  Author author(task.ranks, task.rank, task.ranks);
  author.enter(Phase::ring);
  exchange_pairwise(author, Circle(author), Sending::round_by_round, block_of_rank);
  return collected(std::move(author), task);
}

// Where messages go as they are ready, as on TCP, each message takes processor time, and many that
// arrive at one rank at the same time fill its queue.
std::int64_t ring_least_bytes(const Task& task, schedule::Pace pace) {
  constexpr std::int64_t least_of_block = 32 << 10;
  return pace == schedule::Pace::as_ready ? task.ranks * least_of_block : 0;
}

Claim ring_claim(const Task& task) {
  if (task.ranks == 1) return {.kind = Claim::Kind::exactly, .cost = {}, .sum = Claim::Sum::exact};
  const double p = task.ranks;
  // From 35 ranks, every 32nd contribution finds no room until an earlier one is reduced. The
  // latency that this adds is shorter than the 32 gaps since then.
  const cost::Cost arrive{
      .rounds = p - 1, .volume = 1 - 1 / p, .reductions = 1 - 1 / p, .gaps = p - 2};
  // Messages of both directions share the links, and may all arrive at the end: between none and
  // nearly all of the reductions overlap with them. With a quarter of the reductions exposed, the
  // choice was right most often (bench/notes/messages.md).
  constexpr double left_over = 0.25;
  return {.kind = Claim::Kind::exactly,
          .cost = arrive + bucket_collect_cost(task),
          .sum = Claim::Sum::exact,
          .shortest_message = 1 / p,
          .exposed_reductions = left_over};
}

Claim ring_ordered_claim(const Task& task) {
  if (task.ranks == 1) return {.kind = Claim::Kind::exactly, .cost = {}, .sum = Claim::Sum::exact};
  const double p = task.ranks;
  const cost::Cost scatter{
      .rounds = p - 1, .volume = 1 - 1 / p, .reductions = 1 - 1 / p, .gaps = p - 2};
  return {.kind = Claim::Kind::exactly,
          .cost = scatter + bucket_collect_cost(task),
          .sum = Claim::Sum::exact,
          .shortest_message = 1 / p};
}

}  // namespace

constinit const Kernel row::ring{
    .name = "ring",
    .summary = "each rank reduces one block as contributions arrive; the blocks then circulate",
    .formula = "2(p − 1)α + (1 − 1/p)(2mβ + mγ)",
    .reference = "R04, 3.7",
    .least_bytes = ring_least_bytes,
    .collectives = Collectives::any(),
    .order = OperandOrder::any,
    .bracketing = always<Bracketing::by_block>,
    .generate = ring_plan,
    .claim = ring_claim};

constinit const Kernel row::ring_ordered{
    .name = "ring-ordered",
    .summary = "as ring, but contributions are kept and then reduced in rank order",
    .formula = "2(p − 1)α + (1 − 1/p)(2mβ + mγ)",
    .reference = "R04, 3.7",
    .least_bytes = ring_least_bytes,
    .collectives = Collectives::any(),
    .order = OperandOrder::rank_order,
    .bracketing = always<Bracketing::class_f>,
    .generate = ring_ordered_plan,
    .claim = ring_ordered_claim};

}  // namespace allfold::algorithms
