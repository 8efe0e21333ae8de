/// Binary blocks. The ranks are cut into groups of powers of two, each of which halves on its own.
///
/// Idea: p is a sum of powers of two, and the ranks are cut into groups of those sizes, the largest
/// first. Each group does its own reduce-scatter by halving, after which rank i of a group of 2^f
/// owns segment bitrev_f(i) of 2^f. From the smallest group up, each group sends its segments to
/// the next larger one, cut to that group's segments. Allreduce returns them to the same ranks on
/// the way down, before each group's allgather. Reduce gathers in the largest group; a root outside
/// takes rank 0's place there. Reduce_scatter delivers from there.
///
/// Restrictions: none. Any number of ranks; rank order; one bracketing (aligned).
///
/// Cost of an Allreduce, powers of two: as halving-doubling, 2 lg p α + (1 - 1/p)(2mβ + mγ).
/// Two groups of 2^e > 2^f: (2e + 2^(e-f) + 1)α + (2(1 - 2^-e) + 2^-f + 2^-e)mβ + mγ: the largest
/// difference of successive exponents governs α, the smallest group governs β. More groups: the
/// costliest of several paths (see BlockPaths below).
///
/// Reference: R. Rabenseifner, Optimization of Collective Reduction Operations, ICCS 2004,
/// section 3.6.
///
/// Rounds (`A-B 0-3`: blocks A and B, reduced over ranks 0 to 3):
/// $ allfold plan --brief --algorithm binary-blocks -p 7
/// rank  start  round 1  round 2  round 3  round 4  round 5  round 6  round 7  round 8
///    0  A-D 0  A-B 0-1  A 0-3    A 0-6    "        "        A-B 0-6  "        A-D 0-6
///    1  A-D 1  C-D 0-1  C 0-3    "        C 0-6    "        "        C-D 0-6  A-D 0-6
///    2  A-D 2  A-B 2-3  B 0-3    "        B 0-6    A-B 0-6  "        "        A-D 0-6
///    3  A-D 3  C-D 2-3  D 0-3    "        "        D 0-6    C-D 0-6  A-D 0-6  "
///    4  A-D 4  A-B 4-5  A-B 4-6  B 4-6    A 0-6    A-B 0-6  "        "        A-D 0-6
///    5  A-D 5  C-D 4-5  "        C-D 4-6  D 4-6    C 0-6    C-D 0-6  A-D 0-6  "
///    6  A-D 6  "        C-D 6    ·        ·        ·        A-B 0-6  A-D 0-6  "
#include "algorithms/binary_blocks.hpp"

#include <algorithm>

#include "algorithms/preset.hpp"
#include "algorithms/rows.hpp"
#include "program/program.hpp"

namespace allfold::algorithms {

namespace {

/// A group of 2^exponent members from `first` on.
struct Group {
  int first;
  int exponent;
  [[nodiscard]] bool contains(int member) const {
    return first <= member && member < first + power(exponent);
  }
};

/// The groups of `members` members, the largest first.
std::vector<Group> groups_of(int members) {
  std::vector<Group> groups;
  for (int first = 0; first < members; first += power(groups.back().exponent))
    groups.push_back({.first = first, .exponent = floor_log2(members - first)});
  return groups;
}

/// One segment that a group and the next larger one send each other.
struct Transfer {
  int smaller;  ///< member in the smaller group
  int larger;   ///< member in the larger group
  Blocks blocks;
};

/// The t-th segment that member number i of `smaller` sends to `larger`.
Transfer transfer(const Group& smaller, const Group& larger, int i, int t, Blocks piece) {
  const int bits = larger.exponent - smaller.exponent;
  const std::int64_t width = piece.size() >> larger.exponent;
  const std::int64_t first =
      piece.first + (piece.size() >> smaller.exponent) * reversed_bits(i, smaller.exponent) +
      t * width;
  return {.smaller = smaller.first + i,
          .larger = larger.first + i + (reversed_bits(t, bits) << smaller.exponent),
          .blocks = {.first = first, .last = first + width}};
}

/// The segments that a member of `smaller` sends to `larger`, in order.
std::vector<Transfer> transfers(const Group& smaller, const Group& larger, int member,
                                Blocks piece) {
  const int count = power(larger.exponent - smaller.exponent);
  std::vector<Transfer> all;
  all.reserve(static_cast<std::size_t>(count));
  for (int t = 0; t < count; ++t)
    all.push_back(transfer(smaller, larger, member - smaller.first, t, piece));
  return all;
}

/// The transfer that a member of `larger` receives from `smaller`.
Transfer transfer_to(const Group& smaller, const Group& larger, int member, Blocks piece) {
  const int number = member - larger.first;
  const int i = number & (power(smaller.exponent) - 1);
  const int t = reversed_bits(number >> smaller.exponent, larger.exponent - smaller.exponent);
  return transfer(smaller, larger, i, t, piece);
}

class BinaryBlocks {
 public:
  BinaryBlocks(Author& author, const Line& line, Blocks piece)
      : author_(author), line_(line), piece_(piece), groups_(groups_of(line.count)) {
    while (!groups_[own_].contains(line.own)) ++own_;
  }

  void write() {
    const bool everyone = goes_to_all(line_.collective);
    for (const Taken& taken : halvings(groups_[own_], line_.own)) take(author_, taken);
    author_.enter(Phase::fold);
    if (has_smaller()) take_in(groups_[own_ + 1]);
    if (has_larger()) hand_on(groups_[own_ - 1]);
    if (goes_in_shares(line_.collective)) return;
    author_.enter(Phase::gather);
    if (everyone && has_larger()) get_back(groups_[own_ - 1]);
    if (everyone && has_smaller()) give_back(groups_[own_ + 1]);
    everyone ? route(groups_[own_], line_.own) : gather();
  }

 private:
  [[nodiscard]] bool has_smaller() const { return own_ + 1 < groups_.size(); }
  [[nodiscard]] bool has_larger() const { return own_ > 0; }
  /// The root stands in for member 0 when it lies outside the largest group.
  [[nodiscard]] bool root_stands_in() const { return !groups_[0].contains(line_.root); }

  /// The halvings of a group, as one of its members takes them.
  [[nodiscard]] std::vector<Taken> halvings(const Group& group, int member) const {
    const int root = root_stands_in() ? 0 : line_.root;
    std::vector<Taken> taken;
    Blocks piece = piece_;
    for (int k = 0; k < group.exponent; ++k) {
      taken.push_back(
          {.step = line_.butterfly(k, member - group.first, root - group.first, Step::Form::halving,
                                   [&](int n) { return group.first + n; }),
           .piece = piece});
      piece = kept(taken.back().step, piece);
    }
    return taken;
  }
  void route(const Group& group, int member) {
    std::vector<Taken> taken = halvings(group, member);
    for (; !taken.empty(); taken.pop_back()) {
      if (has_root(line_.collective) && root_stands_in())
        for (int& rank : taken.back().step.members)
          if (rank == line_.rank_of(0)) rank = line_.rank_of(line_.root);
      undo(author_, taken.back());
    }
  }

  void take_in(const Group& smaller) {
    const Transfer in = transfer_to(smaller, groups_[own_], line_.own, piece_);
    author_.next_round();
    author_.receive_and_reduce(line_.rank_of(in.smaller), Side::right, in.blocks);
  }
  void hand_on(const Group& larger) {
    for (const Transfer& out : transfers(groups_[own_], larger, line_.own, piece_)) {
      author_.next_round();
      author_.send_partial(line_.rank_of(out.larger), out.blocks);
    }
  }
  void get_back(const Group& larger) {
    for (const Transfer& back : transfers(groups_[own_], larger, line_.own, piece_)) {
      author_.next_round();
      author_.receive_result(line_.rank_of(back.larger), back.blocks);
    }
  }
  void give_back(const Group& smaller) {
    const Transfer in = transfer_to(smaller, groups_[own_], line_.own, piece_);
    author_.next_round();
    author_.send_partial(line_.rank_of(in.smaller), in.blocks);
  }
  void gather() {
    const Blocks segment_of_0 = share_of(piece_, 0, power(groups_[0].exponent));
    if (root_stands_in()) {
      author_.next_round();
      if (line_.own == 0) return author_.send_partial(line_.rank_of(line_.root), segment_of_0);
      if (line_.own == line_.root) {
        author_.receive_result(line_.rank_of(0), segment_of_0);
        return route(groups_[0], 0);
      }
    }
    if (own_ == 0) route(groups_[0], line_.own);
  }

  Author& author_;
  const Line& line_;
  Blocks piece_;
  std::vector<Group> groups_;
  std::size_t own_ = 0;  // this member's group
};

/// The cost of the algorithm is that of the costliest of these paths. A path is a chain of messages
/// and reductions, each of which waits for the one before. Which path is the costliest depends on
/// α, β and γ. With the most rounds, bytes and reductions of any path in their place, compositions
/// that formulas alone choose, on machines without a gap, take up to 1.06 times as long as this
/// algorithm, and up to 1.22 times where messages that go one way are cheaper.
///
/// Boundaries. Boundary i lies between group i, of 2^e members, and the next smaller one, i + 1, of
/// 2^f. Segments of group i, each 2^-e of the vector, cross it: a member of the smaller group sends
/// r = 2^(e - f) of them, one after the other, to r members of the larger group.
///
/// Start of a path. Of two neighbouring groups the larger one halves longer, and its members cannot
/// receive a segment before they have finished. Therefore two paths start at each boundary i, both
/// with the halvings of group i:
/// - one continues with the r messages across the boundary, and with the reduction of the last
///   segment. The first message arrives while the last halving is still being reduced, so that this
///   reduction is not on the path.
/// - the other one has that reduction and then that of the first segment, without the messages.
///
/// The way up. The group has its segments and sends them across boundary i - 1, and so on: each
/// boundary adds its r messages and the reduction of the last segment.
///
/// The way down (Allreduce). The segment that went up last comes back last, after all others: the
/// path has one message for each boundary that it crossed on its way up, and all r messages for
/// each other boundary. After each boundary the path forks: the larger group gathers, or the
/// smaller one first sends segments down. The smallest group needs no path of its own, because it
/// gathers in fewer rounds than the group above it.
///
/// Two exceptions:
/// - A member has at most `message_window` messages in flight, in order. While it sends the last of
///   its r segments, it can receive the first message_window - 1 that come back. Later ones come
///   one after the other from then on, and start a way down of their own.
/// - A root outside the largest group gets member 0's segment in one more message. This message
///   prolongs the path without messages; on the other paths the segment arrives early.
class BlockPaths {
 public:
  BlockPaths(Collective collective, int members)
      : everyone_(goes_to_all(collective)),
        is_gathered_(!goes_in_shares(collective)),
        groups_(groups_of(members)) {
    if (boundaries() == 0) paths_.push_back(halvings(0) + gather(0));
    for (int from = 0; from < boundaries(); ++from) {
      add_upwards(halvings(from) + cost::Cost{.reductions = -segment(from)}, from);
      // The last halving is still to be reduced when the first segments arrive.
      add_upwards(halvings(from) + reduction(from), from - 1);
    }
    if (is_gathered_ && !everyone_ &&
        boundaries() > 0)  // the first segment is late, and the root is outside
      paths_.push_back(halvings(0) + reduction(0) + across(0, 1) + gather(0));
  }

  [[nodiscard]] std::vector<cost::Cost> all() && { return std::move(paths_); }

 private:
  [[nodiscard]] int boundaries() const { return static_cast<int>(groups_.size()) - 1; }
  [[nodiscard]] int exponent(int group) const {
    return groups_[static_cast<std::size_t>(group)].exponent;
  }
  [[nodiscard]] double segment(int group) const { return inverse_power(exponent(group)); }
  [[nodiscard]] cost::Cost halvings(int group) const {
    return {.rounds = 1.0 * exponent(group),
            .volume = 1 - segment(group),
            .reductions = 1 - segment(group)};
  }
  [[nodiscard]] cost::Cost reduction(int group) const { return {.reductions = segment(group)}; }
  [[nodiscard]] cost::Cost gather(int group) const {
    if (!is_gathered_) return {};
    return {.rounds = 1.0 * exponent(group),
            .volume = 1 - segment(group),
            .one_way_rounds = everyone_ ? 0 : 1.0 * exponent(group),
            .one_way_volume = everyone_ ? 0 : 1 - segment(group)};
  }
  /// `messages` segments across a boundary, one after the other.
  [[nodiscard]] cost::Cost across(int boundary, double messages) const {
    cost::Cost cost{.rounds = messages, .volume = messages * segment(boundary)};
    // On a way back, messages wait for each other.
    if (!is_gathered_) cost.gaps = messages - 1;
    return cost::one_way(cost);
  }
  /// The messages that a member of the smaller group sends across a boundary.
  [[nodiscard]] double messages(int boundary) const {
    return power(exponent(boundary) - exponent(boundary + 1));
  }

  /// Adds the paths that have cost `cost` so far and go up across boundary `highest` and those of
  /// all larger groups.
  void add_upwards(cost::Cost cost, int highest) {
    for (int boundary = highest; boundary >= 0; --boundary) {
      cost = cost + across(boundary, messages(boundary));
      // More messages than can be in flight at once: some come back only now.
      if (const double late = messages(boundary) - (program::message_window - 1);
          late > 1 && everyone_)
        add_downwards(cost + across(boundary, late), boundary + 1, highest);
      cost = cost + reduction(boundary);
    }
    add_downwards(cost, 0, highest);
  }
  /// Continues down from boundary `next`. Across boundaries up to `highest` only the segment that
  /// went up last is still to come back; across the others all segments are still to come back.
  void add_downwards(cost::Cost cost, int next, int highest) {
    if (!everyone_) return paths_.push_back(cost + gather(0));
    for (int to = std::max(next - 1, 0); to < boundaries(); ++to) {
      if (to >= next) cost = cost + across(to, to <= highest ? 1 : messages(to));
      paths_.push_back(cost + gather(to));
    }
  }

  bool everyone_;
  bool is_gathered_;  // to the root or to all
  std::vector<Group> groups_;
  std::vector<cost::Cost> paths_;
};

Composition one_blocks(const Task& task) {
  if (task.ranks == 1) return {};
  return {{.kind = Factor::Kind::blocks, .groups = task.ranks}};
}

}  // namespace

void reduce_in_blocks(Author& author, const Line& line, Blocks piece) {
  BinaryBlocks(author, line, piece).write();
}

Claim blocks_cost(Collective collective, int members) {
  const std::vector<cost::Cost> paths = BlockPaths(collective, members).all();
  return {
      .kind = Claim::Kind::exactly, .cost = paths[0], .others = {paths.begin() + 1, paths.end()}};
}

constinit const Kernel row::binary_blocks = row_of<one_blocks>(
    {.name = "binary-blocks",
     .summary = "as halving-doubling in groups of 2^i ranks; each group passes its result to "
                "the next larger",
     .formula = "as halving-doubling; else, for groups of 2^e > 2^f, at most "
                "(2e + 2^(e−f) + 1)α + (2(1 − 2^−e) + 2^−f + 2^−e)mβ + mγ",
     .reference = "R04, 3.6"});

}  // namespace allfold::algorithms
