/// @file Reduce-scatters, in which each rank wants its own share: what the parts of the algorithms
/// leave before their last phase.
#pragma once

#include <utility>

#include "algorithms/mesh_line.hpp"
#include "algorithms/pairwise.hpp"
#include "algorithms/step.hpp"
#include "schedule/author.hpp"

namespace allfold::testing {

/// The blocks that the task's rank wants in a reduce-scatter.
[[nodiscard]] inline schedule::Blocks own_share(const algorithms::Task& task,
                                                schedule::Blocks all) {
  return schedule::blocks_of(schedule::Portion::own, all, task.rank, task.ranks);
}

/// The first half of ring-ordered: any number of ranks, in rank order. A rank's result contains no
/// other blocks than its own.
[[nodiscard]] inline schedule::Schedule pairwise_scatter(const algorithms::Task& task) {
  schedule::Author author(task.ranks, task.rank, task.ranks);
  algorithms::exchange_pairwise(author, algorithms::Circle(author),
                                algorithms::Sending::round_by_round,
                                [&](int rank) { return share_of(author.all(), rank, task.ranks); });
  return std::move(author).finish();
}

/// The first half of bucket: any number of ranks, in any order. Partial sums of other ranks' blocks
/// lie in the result meanwhile.
[[nodiscard]] inline schedule::Schedule bucket_scatter(const algorithms::Task& task) {
  return algorithms::bucket_combine(task);
}

/// `number` with its lowest `bits` bits in reverse order.
[[nodiscard]] constexpr int reversed(int number, int bits) {
  int mirrored = 0;
  for (int bit = 0; bit < bits; ++bit) mirrored |= (number >> bit & 1) << (bits - 1 - bit);
  return mirrored;
}

/// Recursive halving in rank order, on a power of two of ranks. It leaves each rank the block whose
/// number is its own with the bits reversed; a last message takes the block to the rank that wants
/// it.
[[nodiscard]] inline schedule::Schedule halving_scatter(const algorithms::Task& task) {
  schedule::Author author(task.ranks, task.rank, task.ranks);
  algorithms::Steps steps(author);
  int bits = 0;
  for (; 1 << bits < task.ranks; ++bits) {
    const int lower = task.rank & ~(1 << bits);
    steps.take({.kind = algorithms::Step::Kind::butterfly,
                .form = algorithms::Step::Form::halving,
                .members = {lower, lower | 1 << bits},
                .place = task.rank >> bits & 1,
                .destination = algorithms::Step::nobody});
  }
  if (const int peer = reversed(task.rank, bits); peer != task.rank) {
    author.next_round();
    author.send_partial(peer, steps.piece());
    author.receive_result(peer, share_of(author.all(), task.rank, task.ranks));
  }
  return std::move(author).finish();
}

}  // namespace allfold::testing
