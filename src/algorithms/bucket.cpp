/// Bucket. Partial sums of blocks go round a line, growing on the way; then the blocks go round.
///
/// Idea: each rank sends on to the next one what has come for one block, with its own input reduced
/// into it; after p-1 steps rank j has the whole of block j, which has come from j+1 all the way
/// round. Then Allreduce passes the blocks round once more; Reduce sends them straight to the root.
/// All messages go to the next neighbour, where `ring` sends contributions right across.
/// Restrictions: commutative operations; each block is bracketed in another way. Any number of
/// ranks. On two ranks rank order is kept.
/// Cost of both: 2(p-1)alpha + (1 - 1/p)(2m beta + m gamma). Reference: [A2D, section 3].
#include "algorithms/generators.hpp"
#include "algorithms/mesh_line.hpp"
#include "schedule/author.hpp"

namespace allfold {

namespace {

/// A member of a line that is closed to a ring.
class Bucket {
 public:
  explicit Bucket(const Task& line) : line_(line) {}

  [[nodiscard]] int place_after(int steps) const {
    return (line_.rank + steps + line_.ranks) % line_.ranks;
  }
  [[nodiscard]] Blocks block_after(int steps) const {
    return {.first = place_after(steps), .last = place_after(steps) + 1};
  }

  void combine(Author& author) const {
    const Memory arrival = author.new_scratch(author.all(), Scratch::Life::passing);
    const Side side = line_.rank == 0 ? Side::right : Side::left;
    for (int i = 1; i < line_.ranks; ++i) {
      author.next_round();
      author.send(place_after(1), i == 1 ? Memory::input : Memory::result, block_after(-i));
      author.receive_and_reduce({.peer = place_after(-1),
                                 .side = side,
                                 .into = arrival,
                                 .own = Memory::input,
                                 .blocks = block_after(-1 - i)});
    }
  }
  void collect(Author& author) const {
    line_.collective == Collective::allreduce ? pass_round(author) : send_to_root(author);
  }

 private:
  void pass_round(Author& author) const {
    for (int i = 1; i < line_.ranks; ++i) {
      author.next_round();
      author.send(place_after(1), Memory::result, block_after(1 - i));
      author.receive_result(place_after(-1), block_after(-i));
    }
  }
  void send_to_root(Author& author) const {
    if (line_.rank != line_.root) {
      author.next_round();
      return author.send(line_.root, Memory::result, block_after(0));
    }
    for (int i = 1; i < line_.ranks; ++i) {
      author.next_round();
      author.receive_result(place_after(i), block_after(i));
    }
  }

  const Task& line_;
};

}  // namespace

void collect_blocks(Author& author, const Task& line) { Bucket(line).collect(author); }

Schedule bucket_combine(const Task& line) {
  Author author(line.ranks, line.rank, line.ranks);
  Bucket(line).combine(author);
  return std::move(author).finish();
}

Schedule bucket_collect(const Task& line) {
  Author author(line.ranks, line.rank, line.ranks);
  collect_blocks(author, line);
  return std::move(author).finish();
}

Plan bucket(const Task& task) {
  Author author(task.ranks, task.rank, task.ranks);
  const Bucket bucket(task);
  bucket.combine(author);
  bucket.collect(author);
  return flat_plan(std::move(author).finish());
}

Cost bucket_combine_cost(int members) {
  const double k = members;
  return {.rounds = k - 1, .volume = 1 - 1 / k, .reductions = 1 - 1 / k};
}

Cost bucket_collect_cost(const Task& line) {
  const double k = line.ranks;
  const double one_way = line.collective == Collective::reduce ? 1 : 0;
  return {.rounds = k - 1,
          .volume = 1 - 1 / k,
          .one_way_rounds = one_way * (k - 1),
          .one_way_volume = one_way * (1 - 1 / k)};
}

Claim bucket_claim(const Task& task) {
  return {.kind = Claim::Kind::exactly,
          .cost = bucket_combine_cost(task.ranks) + bucket_collect_cost(task)};
}

}  // namespace allfold
