/// Postal tree. Whole vectors go up a tree in which a rank receives as many messages as it can
/// within the latency of one.
///
/// Idea: a message occupies a rank for a gap, but arrives a whole latency after it was sent, which
/// is lambda times as long. In the meantime the receiver can receive lambda - 1 other messages. A
/// rank receives single inputs first, then partial results of more and more ranks, each when it is
/// ready; in k-nomial trees all ranks have the same degree, and wait. The messages are parts of the
/// tree F, which a rank reduces in the order of that tree. lambda = 1 is `binary-tree-f`; in a
/// Reduce, lambda >= p is `direct`. Allreduce goes to rank 0 and back on the same tree.
///
/// Restrictions: none. Any number of ranks; rank order; one bracketing (class F). With lambda > 1 a
/// rank keeps all vectors that it receives: for short vectors only.
///
/// Cost of a Reduce, any p: with lambda = 1 ⌈lg p⌉(α + mβ + mγ). Otherwise that of the longest path
/// of a vector to the root: a(α + mβ) + b(g/2 + mβ) + c·mγ, if the vector passes a receivers, waits
/// there for b other messages, and is reduced c times. The gap counts half, because ranks do not
/// send while they receive.
///
/// Reference: A. Bar-Noy, S. Kipnis, Designing Broadcasting Algorithms in the Postal Model for
/// Message-passing Systems, Mathematical Systems Theory 27 (1994); here on the tree F.
///
/// Rounds (`A {0-2}`: block A, here the whole vector, of ranks 0 to 2, not all reduced yet):
/// $ allfold plan --brief --algorithm postal-tree:lambda=4 -p 7 --collective reduce
/// rank  start  round 1  round 2  round 3  round 4    round 5
///    0  A 0    A 0-1    A {0-2}  A 0-3    A {0-3,6}  A 0-6
///    1  A 1    ·        ·        ·        ·          ·
///    2  A 2    "        ·        ·        ·          ·
///    3  A 3    "        "        ·        ·          ·
///    4  A 4    A 4-5    "        "        "          ·
///    5  A 5    ·        ·        ·        ·          ·
///    6  A 6    "        "        "        ·          ·
#include "algorithms/postal_tree.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "algorithms/postal_shape.hpp"
#include "algorithms/preset.hpp"
#include "algorithms/rows.hpp"

namespace allfold::algorithms {

namespace {

/// The operations of one member, up the tree and down.
class Climb {
 public:
  Climb(Author& author, const Line& line, Blocks piece, int lambda)
      : author_(author),
        line_(line),
        piece_(piece),
        shape_(line.count, lambda),
        has_one_under_way_(lambda == 1),
        head_(std::max(line.root, 0)) {
    Part part = shape_.whole();
    moves_ = shape_.moves(part, head_);
    while (head_ != line_.own) {
      above_ = head_;
      part = part_of_own();
      head_ = shape_.first(part);
      moves_ = shape_.moves(part, head_);
    }
  }

  void reduce() {
    author_.enter(Phase::tree);
    for (std::size_t i = 0; i < moves_.size(); ++i) {
      // A sibling that comes in one message is reduced as it arrives.
      const bool is_whole = kept_.empty() && i + 1 < moves_.size() &&
                            moves_[i].kind == Move::Kind::receive &&
                            moves_[i + 1].kind == Move::Kind::merge;
      if (is_whole) {
        take(moves_[i].part, moves_[i + 1].side);
        ++i;
      } else if (moves_[i].kind == Move::Kind::receive) {
        keep(moves_[i].part);
      } else {
        merge(moves_[i].side);
      }
    }
    author_.next_round();
    if (above_ >= 0) author_.send_partial(line_.rank_of(above_), piece_);
  }

  /// Sends the result in reverse order: the member whose message came last has the most ranks
  /// below.
  void spread() {
    author_.enter(Phase::gather);
    if (above_ >= 0) author_.receive_result(line_.rank_of(above_), piece_);
    std::for_each(moves_.rbegin(), moves_.rend(), [&](const Move& move) {
      if (move.kind != Move::Kind::receive) return;
      author_.next_round();
      author_.send_partial(rank_of(move.part), piece_);
    });
  }

 private:
  [[nodiscard]] int rank_of(Part part) const { return line_.rank_of(shape_.first(part)); }
  [[nodiscard]] Part part_of_own() const {
    return std::ranges::find_if(moves_,
                                [&](const Move& move) {
                                  return move.kind == Move::Kind::receive &&
                                         shape_.contains(move.part, line_.own);
                                })
        ->part;
  }

  /// Messages that are in flight at the same time need separate memories.
  void take(Part part, Side side) {
    author_.next_round();
    if (has_one_under_way_) return author_.receive_and_reduce(rank_of(part), side, piece_);
    author_.receive_and_reduce({.peer = rank_of(part),
                                .side = side,
                                .into = author_.new_scratch(piece_, Scratch::Life::passing),
                                .own = author_.partial(),
                                .blocks = piece_});
  }
  void keep(Part part) {
    kept_.push_back(author_.new_scratch(piece_));
    author_.next_round();
    author_.receive(rank_of(part), kept_.back(), piece_);
  }
  void merge(Side side) {
    const Memory latest = kept_.back();
    kept_.pop_back();
    const bool is_own = kept_.empty();
    const Memory before = is_own ? author_.partial() : kept_.back();
    author_.reduce({.into = is_own ? Memory::result : before,
                    .left = side == Side::left ? latest : before,
                    .right = side == Side::left ? before : latest,
                    .blocks = piece_});
  }

  Author& author_;
  const Line& line_;
  Blocks piece_;
  PostalShape shape_;
  bool has_one_under_way_;
  int head_;
  int above_ = -1;  // the head to which this rank sends its part; -1: this rank is the root
  std::vector<Move> moves_;
  std::vector<Memory> kept_;  // not merged yet, the latest last
};

Composition one_tree(const Task& task) {
  if (task.ranks == 1) return {};
  constexpr int usual = 4;
  const int wanted = task.parameters.lambda;
  return {{.kind = Factor::Kind::tree,
           .groups = task.ranks,
           .lambda = wanted == 0 ? usual : std::min(wanted, Factor::most_lambda)}};
}

}  // namespace

void reduce_up_postal_tree(Author& author, const Line& line, Blocks piece, int lambda) {
  Climb climb(author, line, piece, lambda);
  climb.reduce();
  if (goes_to_all(line.collective)) climb.spread();
}

constinit const Kernel row::postal_tree = row_of<one_tree>(
    {.name = "postal-tree",
     .summary = "whole vectors up (and down) the tree F; a rank receives up to lambda messages "
                "in the latency of one",
     .formula = "a(2α + 2mβ) + b(g + 2mβ) + c·mγ, if on the longest path a vector goes "
                "through a ranks and waits for b messages of others, a gap g each",
     .reference = "BK94",
     .collectives = {Collective::allreduce, Collective::reduce},
     .parameters = parameter::lambda});

}  // namespace allfold::algorithms
