/// Binary blocks. The ranks are cut into groups of powers of two, each of which halves on its own.
///
/// Idea: p is a sum of powers of two, and the ranks are cut into groups of those sizes, the largest
/// first. Each group does its own reduce-scatter by halving, after which rank i of a group of 2^f
/// owns segment bitrev_f(i) of 2^f. From the smallest group up, each group sends its segments to
/// the next larger one, cut to that group's segments. Allreduce returns them to the same ranks on
/// the way down, before each group's allgather. Reduce gathers in the largest group; a root outside
/// takes rank 0's place there.
///
/// Restrictions: none. Any number of ranks; rank order; one bracketing (aligned).
///
/// Cost of an Allreduce, powers of two: as halving-doubling, 2 lg p α + (1 - 1/p)(2mβ + mγ).
/// Two groups of 2^e > 2^f: (2e + 2^(e-f) + 1)α + (2(1 - 2^-e) + 2^-f + 2^-e)mβ + mγ: the largest
/// difference of successive exponents governs α, the smallest group governs β. More groups: at most
/// the sums of blocks_cost() below, each of which is exact on its own.
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
    const bool everyone = line_.collective == Collective::allreduce;
    for (const Taken& taken : halvings(groups_[own_], line_.own)) take(author_, taken);
    author_.enter(Phase::fold);
    if (has_smaller()) take_in(groups_[own_ + 1]);
    if (has_larger()) hand_on(groups_[own_ - 1]);
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
      if (line_.collective == Collective::reduce && root_stands_in())
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

Composition one_blocks(const Task& task) {
  if (task.ranks == 1) return {};
  return {{.kind = Factor::Kind::blocks, .groups = task.ranks}};
}

}  // namespace

void reduce_in_blocks(Author& author, const Line& line, Blocks piece) {
  BinaryBlocks(author, line, piece).write();
}

// The longest path up begins with the halvings of a group, and crosses the boundaries between it and
// the largest group. A member sends 2^(e-f) segments to a group of 2^e from one of 2^f, one after the
// other. Most rounds can begin at any boundary; most bytes and reductions begin at the last one.
//
// The segment that goes up last comes back last: the path down has one message for each boundary
// that it crosses. In rounds it is longest to the largest group, in bytes to the last one but one.
// If a member has more segments than can be in flight at once, later ones come back one by one.
//
// With more than two groups these are different paths, so that their sum is a bound.
Claim blocks_cost(Collective collective, int members) {
  const bool everyone = collective == Collective::allreduce;
  const std::vector<Group> groups = groups_of(members);
  const auto share = [&](std::size_t i) { return inverse_power(groups[i].exponent); };
  const double largest = groups[0].exponent;
  const std::size_t boundaries = groups.size() - 1;
  const std::size_t last_but_one = std::max<std::size_t>(boundaries, 1) - 1;

  cost::Cost up{
      .rounds = largest, .volume = 1 - share(last_but_one), .reductions = 1 - share(last_but_one)};
  cost::Cost back;
  double messages = 0;
  for (std::size_t i = 0; i < boundaries; ++i) {
    const double across = power(groups[i].exponent - groups[i + 1].exponent);
    const double late = std::max(across - (program::message_window - 1), 1.0);
    messages += across;
    up.rounds = std::max(up.rounds, groups[i].exponent + messages);
    up.volume += share(i + 1);
    up.reductions += share(i);
    back.rounds = std::max(back.rounds, late);
    back.volume += share(i) * late;
  }
  const cost::Cost gather{.rounds = largest, .volume = 1 - share(everyone ? last_but_one : 0)};
  cost::Cost cost = up + gather + (everyone ? back : cost::Cost{});
  // Inside groups messages go both ways, but for the gather of a Reduce. The largest group has the
  // most of these.
  const double both_ways = everyone ? 2 : 1;
  cost.one_way_rounds = cost.rounds - both_ways * largest;
  cost.one_way_volume = cost.volume - both_ways * (1 - share(0));
  return {.kind = boundaries < 2 ? Claim::Kind::exactly : Claim::Kind::at_most, .cost = cost};
}

constinit const Kernel row::binary_blocks = row_of<one_blocks>(
    {.name = "binary-blocks",
     .summary = "as halving-doubling in groups of 2^i ranks; each group passes its result to "
                "the next larger",
     .formula = "as halving-doubling; else, for groups of 2^e > 2^f, at most "
                "(2e + 2^(e−f) + 1)α + (2(1 − 2^−e) + 2^−f + 2^−e)mβ + mγ",
     .reference = "R04, 3.6"});

}  // namespace allfold::algorithms
