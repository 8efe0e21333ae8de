/// Two trees. Each reduces one half of the vector; an inner node of one is a leaf of the other.
///
/// Idea: ranks are numbered 0 ... p-1 from the root. Both trees are binary trees over positions in
/// in-order numbering: the trailing zero bits of a position are its height, so that odd positions
/// are leaves. Number n > 0 has position n in the first tree and n + 1 in the second. Each half
/// goes up its tree in k segments, and the roots of the trees send to the root. In every two slots
/// a rank receives once from each of its two children and sends once to each of its two parents:
/// edges have two colors, such that two edges into one rank, or out of it, differ. A rank at height
/// t sends segment j in slot 2(t + j) + color.
///
/// Restrictions: Reduce only. Any number of ranks; commutative operations (in rank order a root
/// between other ranks needs a partial result from either side); one bracketing in each half.
///
/// Cost with k segments, any p: at most 2(k + ⌊lg p⌋)(α + mβ/2k + mγ/2k), hence m(β + γ) for long
/// vectors. With a gap g < α every second message follows another one. All but 1 + ⌊lg p⌋ reductions
/// of m/2k overlap with messages: messages with their data overtake those that wait for a reduction.
///
/// Reference: P. Sanders, J. Speck, J. L. Träff, Two-tree Algorithms for Full Bandwidth Broadcast,
/// Reduction and Scan, Parallel Computing 35 (2009). They mirror or shift the second tree and color
/// by recursion; the closed form of the colors is ours.
///
/// Rounds (`A-B 0-3`: blocks A and B, reduced over ranks 0 to 3):
/// $ allfold plan --brief --algorithm two-tree:segments=2 -p 6 --collective reduce
/// rank  start  round 1       round 2       round 3     round 4       round 5
///    0  A-D 0  "             "             "           "             C 0-5; A-B,D 0
///    1  A-D 1  C 1-2; B,D 1  "             C 1-2; D 1  D 1-2         "
///    2  A-D 2  A 1-2; B,D 2  A 1-3; B,D 2  B 1-2; D 2  B 1-3         ·
///    3  A-D 3  "             C 3-5; B,D 3  "           C 1-5; D 3    D 3-5
///    4  A-D 4  A 4-5; B,D 4  A 4-5; B 4    A 1-5; B 4  A 1-5; B 4-5  A-B 1-5
///    5  A-D 5  C 4-5; B,D 5  D 4-5; B 5    "           D 4-5         ·
///
/// rank  round 6         round 7         round 8
///    0  A,C 0-5; B,D 0  A,C-D 0-5; B 0  A-D 0-5
///    1  ·               ·               ·
///    2  ·               ·               ·
///    3  D 1-5           ·               ·
///    4  B 1-5           "               ·
///    5  ·               ·               ·
#include <algorithm>
#include <bit>
#include <vector>

#include "algorithms/pipeline.hpp"
#include "algorithms/powers.hpp"
#include "algorithms/rows.hpp"
#include "schedule/author.hpp"

namespace allfold::algorithms {

namespace {

/// The binary tree in in-order over positions first ... last, where first is 1 or 2.
struct InOrderTree {
  int first;
  int last;
  static constexpr int none = 0;

  [[nodiscard]] static int height(int position) {
    return std::countr_zero(static_cast<unsigned>(position));
  }
  [[nodiscard]] int root() const { return power(floor_log2(last)); }
  [[nodiscard]] int parent(int position) const {
    const int span = power(height(position));
    const bool is_left = (position & 2 * span) == 0 && position + span <= last;
    return is_left ? position + span : position - span;
  }
  [[nodiscard]] int left(int position) const {
    const int child = position - power(height(position)) / 2;
    return child < first || child == position ? none : child;
  }
  [[nodiscard]] int right(int position) const {
    const int below = std::min(power(height(position)) - 1, last - position);
    return below == 0 ? none : position + power(floor_log2(below));
  }
};

/// The color of the edge on which number u sends in the first tree; in the second it has the other.
///
/// Siblings must differ in color, and so must the roots of the trees, which both send to the root:
/// in terms of first-tree colors, the roots' colors must be equal. Notation: h1 > h2 > ... > ht are
/// the bits set in p, and y(j) = 2^h1 + ... + 2^hj.
///
/// Parity. The children of a position at height h lie 2^(h-1) below and above it, so that their
/// numbers differ in bit h alone: colored by the parity of their set bits, they differ. Where p
/// cuts off a tree, on its right spine, the upper child lies only 2^k above, k < h - 1. In the
/// first tree the parities still differ (below their common prefix the two numbers have one bit and
/// two bits set); in the second, whose numbers are one less, they have h - 1 and k + 1 set, and
/// the parities are equal if h - k is even.
///
/// Classes. The right spine of the second tree is y(1), ..., y(t). Let class j be the numbers whose
/// highest bit that differs from p is hj: they are y(j-1) ... y(j) - 1, the numbers of spine node
/// y(j) and of its left subtree. Siblings whose parent is on no spine are of one class, and both
/// odd or both even. Therefore the parity may be inverted for all odd, or all even, numbers of a
/// class. `change` is 1 if it is inverted; it follows from the siblings on the spines and from the
/// roots.
///
/// Odd numbers are inner nodes of the second tree. The children of y(j) there are of class j, with
/// j + hj - 2 bits set, and of class j + 1, with j + h(j+1). They differ if change = j + hj in each
/// class j. The root of the second tree is of class 1 and thereby gets color 1.
///
/// Even numbers are inner nodes of the first tree, where the children of y(j) are of classes j and
/// j + 2: all classes of even j change alike, and so do those of odd j. The root of the first tree,
/// a power of two, is of class 2 and needs color 1: even j do not change. (If p is a power of two,
/// there is class 1 only, which does not change either.) Odd j do not change, unless the last
/// siblings on a spine, where neighbouring classes meet, are an odd and an even number:
/// - p mod 4 = 1: p - 1, of class t, and an odd number in the second tree; change = t in class t.
/// - p mod 4 = 2: p - 1, of class t, and an even number in the first tree; change = t + 1 in class
///   t - 1.
/// In both cases odd j change if and only if p >> 1 has an even number of bits set.
int color(int u, int ranks) {
  const auto p = static_cast<unsigned>(ranks);
  const int bit = floor_log2(u ^ ranks);            // hj
  const int above = std::popcount(p >> (bit + 1));  // j - 1
  const bool is_cut_at_end = (p % 4 == 1 || p % 4 == 2) && std::popcount(p >> 1) % 2 == 0;
  const int change = u % 2 == 1 ? 1 + above + bit : is_cut_at_end && above % 2 == 0 ? 1 : 0;
  return (std::popcount(static_cast<unsigned>(u)) + change) % 2;
}

/// Messages to or from one rank, one for each segment of one half, in every second slot.
struct Edge {
  int peer;
  int first_slot;
  int first_block;
  Memory own;           // what is sent, or is reduced with what arrives
  Memory arrival = {};  // from a child
  Side side = {};
};

class TwoTrees {
 public:
  explicit TwoTrees(const Task& task)
      : task_(task),
        number_(number_of(task.rank)),
        segments_(segments_of(task)),
        author_(task.ranks, task.rank, std::int64_t{2} * segments_) {}

  Plan plan() && {
    for (const int tree : {0, 1})
      if (task_.ranks > 1) join(tree, {.first = 1 + tree, .last = task_.ranks - 1 + tree});
    std::ranges::sort(from_children_, {}, &Edge::first_slot);
    // The first of two contributions to a half is reduced with the input, the second with the
    // result.
    if (number_ != 0 && from_children_.size() == 2) from_children_[1].own = Memory::result;
    author_.enter(Phase::tree);
    for (int slot = 0; slot < 2 * (floor_log2(task_.ranks) + segments_); ++slot) take(slot);
    return flat_plan(std::move(author_).finish());
  }

 private:
  [[nodiscard]] int number_of(int rank) const {
    return (rank - task_.root + task_.ranks) % task_.ranks;
  }
  [[nodiscard]] int rank_at(int position, int tree) const {
    return (position - tree + task_.root) % task_.ranks;
  }
  [[nodiscard]] int first_slot(int position, int tree) const {
    return 2 * InOrderTree::height(position) + (color(position - tree, task_.ranks) + tree) % 2;
  }

  void join(int tree, const InOrderTree& shape) {
    if (number_ == 0) return add_child(shape.root(), tree, Side::right);
    const int position = number_ + tree;
    const std::size_t before = from_children_.size();
    if (const int left = shape.left(position); left != InOrderTree::none)
      add_child(left, tree, Side::left);
    if (const int right = shape.right(position); right != InOrderTree::none)
      add_child(right, tree, Side::right);
    const bool is_leaf = from_children_.size() == before;
    to_parents_.push_back(
        {.peer = position == shape.root() ? task_.root : rank_at(shape.parent(position), tree),
         .first_slot = first_slot(position, tree),
         .first_block = tree * segments_,
         .own = is_leaf ? Memory::input : Memory::result});
  }
  void add_child(int position, int tree, Side side) {
    const std::int64_t first = std::int64_t{tree} * segments_;
    const Blocks half{.first = first, .last = first + segments_};
    from_children_.push_back({.peer = rank_at(position, tree),
                              .first_slot = first_slot(position, tree),
                              .first_block = tree * segments_,
                              .own = Memory::input,
                              .arrival = author_.new_scratch(half, Scratch::Life::passing),
                              .side = side});
  }

  /// The block that is sent along an edge in a slot; empty if there is none.
  [[nodiscard]] Blocks block_at(const Edge& edge, int slot) const {
    const int since = slot - edge.first_slot;
    if (since < 0 || since % 2 != 0 || since / 2 >= segments_) return {};
    const int block = edge.first_block + since / 2;
    return {.first = block, .last = block + 1};
  }
  void take(int slot) {
    author_.next_round();
    for (const Edge& edge : to_parents_) author_.send(edge.peer, edge.own, block_at(edge, slot));
    for (const Edge& edge : from_children_)
      author_.receive_and_reduce({.peer = edge.peer,
                                  .side = edge.side,
                                  .into = edge.arrival,
                                  .own = edge.own,
                                  .blocks = block_at(edge, slot)});
  }

  const Task& task_;
  int number_;  // counted from the root
  int segments_;
  Author author_;
  std::vector<Edge> from_children_;
  std::vector<Edge> to_parents_;
};

Plan two_tree_plan(const Task& task) { return TwoTrees(task).plan(); }

std::int64_t two_tree_least_bytes(const Task& task, schedule::Pace /*pace*/) {
  return std::int64_t{2} * segments_of(task) * least_segment_of_pipelines;
}

Claim two_tree_claim(const Task& task) {
  if (task.ranks == 1) return {.kind = Claim::Kind::exactly, .cost = {}};
  const double k = segments_of(task);
  const double levels = floor_log2(task.ranks);
  if (task.ranks == 2)
    return {
        .kind = Claim::Kind::at_most,
        .cost = cost::one_way({.rounds = 2 * k, .volume = 1, .reductions = 1, .gaps = 2 * k - 1})};
  const double slots = k + levels;
  // With few segments, or in small trees, much depends on the shape of the trees.
  const bool is_long = k >= 16 && task.ranks >= 32;
  return {
      .kind = Claim::Kind::at_most,
      .cost = {.rounds = 2 * slots, .volume = slots / k, .reductions = slots / k, .gaps = slots},
      .sum = is_long ? Claim::Sum::exact : Claim::Sum::bound,
      .exposed_reductions = (levels + 1) / (2 * k)};
}

}  // namespace

constinit const Kernel row::two_tree{
    .name = "two-tree",
    .summary = "a pipelined tree for each half, where inner nodes of one are leaves of the other",
    .formula = "k segments: at most 2(k + ⌊lg p⌋)(α + mβ/2k + mγ/2k)",
    .reference = "SST09",
    .least_bytes = two_tree_least_bytes,
    .collectives = {Collective::reduce},
    .order = OperandOrder::any,
    .bracketing = always<Bracketing::by_block>,
    .parameters = parameter::segments,
    .generate = two_tree_plan,
    .claim = two_tree_claim};

}  // namespace allfold::algorithms
