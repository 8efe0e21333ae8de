/// @file Delivery: the last phase of a Reduce_scatter, in which each rank gets its own share from
/// the ranks that hold reduced pieces of the vector.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "algorithms/task.hpp"
#include "cost/formula.hpp"
#include "schedule/author.hpp"

namespace allfold::algorithms {

/// The pieces that ranks hold before a delivery: `pieces` equal ones make up the vector.
struct Held {
  std::int64_t pieces = 1;
  Blocks own = {};  ///< what this rank holds; empty if nothing
};

/// A message of a delivery: one rank's part of one piece.
struct Delivered {
  int peer;
  Blocks blocks;
  /// Its number among those of the piece. A rank sends at most one message of each number and, as
  /// pieces are no shorter than shares, receives at most one of each.
  std::int64_t turn;
};

/// Adds a round of such messages, in the order of their numbers, so that few wait for others.
void deliver(Author& author, std::vector<Delivered> sent, std::vector<Delivered> received);

/// Calls visit(receiver, run, turn) for the parts of `blocks` that are wanted by one rank and lie in
/// one piece.
template <class Visit>
void for_each_run(const Author& author, std::int64_t pieces, Blocks blocks, Visit visit) {
  const std::int64_t share = author.all().size() / author.ranks();
  const std::int64_t piece = author.all().size() / pieces;
  for (std::int64_t first = blocks.first; first < blocks.last;) {
    const std::int64_t start_of_piece = first / piece * piece;
    const std::int64_t receiver = first / share;
    const std::int64_t last =
        std::min({blocks.last, (receiver + 1) * share, start_of_piece + piece});
    visit(static_cast<int>(receiver), Blocks{.first = first, .last = last},
          receiver - start_of_piece / share);
    first = last;
  }
}

/// One round in which all ranks get their shares. `holder_of(block, receiver)` is the rank that
/// holds a block and has to give it to `receiver`; a function that is the same on all ranks.
template <class HolderOf>
void deliver_shares(Author& author, const Held& held, HolderOf holder_of) {
  const Blocks wanted = share_of(author.all(), author.rank(), author.ranks());
  std::vector<Delivered> sent;
  std::vector<Delivered> received;
  for_each_run(author, held.pieces, held.own, [&](int receiver, Blocks run, std::int64_t turn) {
    if (receiver != author.rank() && holder_of(run.first, receiver) == author.rank())
      sent.push_back({.peer = receiver, .blocks = run, .turn = turn});
  });
  for_each_run(author, held.pieces, wanted, [&](int /*own*/, Blocks run, std::int64_t turn) {
    const int holder = holder_of(run.first, author.rank());
    if (holder != author.rank()) received.push_back({.peer = holder, .blocks = run, .turn = turn});
  });
  deliver(author, std::move(sent), std::move(received));
}

/// The cost of a delivery, at most, if each of `pieces` pieces is held by `holders` ranks, which
/// take turns.
[[nodiscard]] cost::Cost delivery_cost(int ranks, std::int64_t pieces, std::int64_t holders);

}  // namespace allfold::algorithms
