/// Bucket. Partial sums of blocks go round a line and grow on the way; then the blocks go round.
///
/// Idea: in each round a rank reduces its own input into the partial sum that arrived and sends it
/// to the next rank. The sum of block j starts at rank j+1 and reaches rank j after p-1 rounds,
/// complete. Then Allreduce passes the blocks round once more; Reduce sends them directly to the
/// root, and Reduce_scatter leaves them there. Partial sums go to the next neighbour, whereas
/// `ring` sends contributions to their owners.
///
/// Restrictions: commutative operations; each block is bracketed in its own way. Any number of
/// ranks (rank order on two).
///
/// Cost of either collective, any p: 2(p-1)α + (1 - 1/p)(2mβ + mγ). With a gap g < α, p-2 of the α
/// of a Reduce are g.
///
/// Reference: Y. Huang, P. K. McKinley, An Adaptive Global Reduction Algorithm for Wormhole-Routed
/// 2D Meshes, Parallel Computing 23 (1997), section 3.
///
/// Rounds (`A-B 0-3`: blocks A and B, reduced over ranks 0 to 3):
/// $ allfold plan --brief --algorithm bucket -p 6
/// rank  start  round 1           round 2         round 3           round 4         round 5
///    0  A-F 0  E 0,5; A-D 0      D 0,4-5; A-C 0  C 0,3-5; A-B 0    B 0,2-5; A 0    A 0-5
///    1  A-F 1  F 0-1; B-E 1      E 0-1,5; B-D 1  D 0-1,4-5; B-C 1  C 0-1,3-5; B 1  B 0-5
///    2  A-F 2  A 1-2; C-F 2      F 0-2; C-E 2    E 0-2,5; C-D 2    D 0-2,4-5; C 2  C 0-5
///    3  A-F 3  B 2-3; A,D-F 3    A 1-3; D-F 3    F 0-3; D-E 3      E 0-3,5; D 3    D 0-5
///    4  A-F 4  C 3-4; A-B,E-F 4  B 2-4; A,E-F 4  A 1-4; E-F 4      F 0-4; E 4      E 0-5
///    5  A-F 5  D 4-5; A-C,F 5    C 3-5; A-B,F 5  B 2-5; A,F 5      A 1-5; F 5      F 0-5
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
#include "algorithms/rows.hpp"
#include "schedule/author.hpp"

namespace allfold::algorithms {

namespace {

/// A member of a line that is closed to a ring.
class Bucket {
 public:
  explicit Bucket(const Task& line) : line_(line) {}

  [[nodiscard]] int place_after(int rounds) const {
    return (line_.rank + rounds + line_.ranks) % line_.ranks;
  }
  [[nodiscard]] Blocks block_after(int rounds) const {
    return {.first = place_after(rounds), .last = place_after(rounds) + 1};
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
    if (goes_in_shares(line_.collective)) return;
    goes_to_all(line_.collective) ? pass_round(author) : send_to_root(author);
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

cost::Cost bucket_combine_cost(int members) {
  const double k = members;
  return {.rounds = k - 1, .volume = 1 - 1 / k, .reductions = 1 - 1 / k};
}

cost::Cost bucket_collect_cost(const Task& line) {
  if (goes_in_shares(line.collective)) return {};
  const double k = line.ranks;
  cost::Cost cost{.rounds = k - 1, .volume = 1 - 1 / k};
  if (goes_to_all(line.collective)) return cost;
  // Blocks that are sent directly to the root need not wait for each other.
  cost.gaps = std::max(k - 2, 0.0);
  return cost::one_way(cost);
}

namespace {

Plan bucket_plan(const Task& task) {
  Author author(task.ranks, task.rank, task.ranks);
  const Bucket bucket(task);
  bucket.combine(author);
  bucket.collect(author);
  return flat_plan(std::move(author).finish());
}

Claim bucket_claim(const Task& task) {
  return {.kind = Claim::Kind::exactly,
          .cost = bucket_combine_cost(task.ranks) + bucket_collect_cost(task),
          .sum = Claim::Sum::exact};
}

}  // namespace

constinit const Kernel row::bucket{
    .name = "bucket",
    .summary = "partial sums of blocks circulate, then the reduced blocks",
    .formula = "2(p − 1)α + (1 − 1/p)(2mβ + mγ)",
    .reference = "A2D, 3",
    .collectives = Collectives::any(),
    .order = OperandOrder::any,
    .bracketing = always<Bracketing::by_block>,
    .generate = bucket_plan,
    .claim = bucket_claim};

}  // namespace allfold::algorithms
