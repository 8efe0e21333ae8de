/// Two trees. Each reduces one half of the vector; an inner node of one is a leaf of the other.
///
/// Idea: ranks are numbered from the root on. Both trees are binary and in in-order, over positions
/// whose trailing zero bits tell the height, so that odd positions are leaves. In the first tree
/// the position of a number is the number, 1 ... p-1, in the second it is one more. Each half goes
/// up its tree in k segments, and the roots of the trees send to the root. In every two slots a
/// rank receives once from each of its two children and sends once to each of its two parents:
/// edges have two colors, such that two edges into one rank, or out of it, differ. A rank at height
/// t sends segment j in slot 2(t + j) + color.
/// Restrictions: Reduce. Any number of ranks; commutative operations (in rank order, a root amid
/// the others would need a result from either side of it); one bracketing in each half.
/// Cost, with k segments, at most 2(k + floor(lg p))(alpha + m beta/2k + m gamma/2k): hence
/// m(beta + gamma) for long vectors.
/// Reference: P. Sanders, J. Speck, J. L. Traff, Parallel Computing 35 (2009); they mirror or shift
/// the second tree and color by recursion, the closed form of the colors is ours.
#include <algorithm>
#include <array>
#include <bit>
#include <vector>

#include "algorithms/generators.hpp"
#include "algorithms/pipeline.hpp"
#include "algorithms/powers.hpp"
#include "schedule/author.hpp"

namespace allfold {

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
/// Siblings in either tree differ in one bit of their numbers, so the parity of the bits would do,
/// were it not for the right spine of the second tree, which p cuts off. All numbers that agree
/// with p in the same bits are on the same side of each cut. Among them the odd ones, which are
/// leaves of the first tree only, change color alike, and so do the even ones. How they must
/// follows from the siblings at the cuts and from the root, which the roots of both trees are
/// children of.
int color(int u, int ranks) {
  const auto p = static_cast<unsigned>(ranks);
  const int bit = floor_log2(u ^ ranks);  // the highest in which they differ
  const int above = std::popcount(p >> (bit + 1));
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
        author_(task.ranks, task.rank, 2 * segments_) {}

  Plan plan() && {
    for (const int tree : {0, 1})
      if (task_.ranks > 1) join(tree, {.first = 1 + tree, .last = task_.ranks - 1 + tree});
    std::ranges::sort(from_children_, {}, &Edge::first_slot);
    // Of two contributions to one half the first to arrive meets the input.
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
    const Blocks half{.first = tree * segments_, .last = (tree + 1) * segments_};
    from_children_.push_back({.peer = rank_at(position, tree),
                              .first_slot = first_slot(position, tree),
                              .first_block = tree * segments_,
                              .own = Memory::input,
                              .arrival = author_.new_scratch(half, Scratch::Life::passing),
                              .side = side});
  }

  /// The block that goes along an edge in a slot, if one does.
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
  int number_;  // from the root on
  int segments_;
  Author author_;
  std::vector<Edge> from_children_;
  std::vector<Edge> to_parents_;
};

}  // namespace

Plan two_tree(const Task& task) { return TwoTrees(task).plan(); }

Claim two_tree_claim(const Task& task) {
  if (task.ranks == 1) return {.kind = Claim::Kind::exactly, .cost = {}};
  const double segments = segments_of(task);
  const double slots = 2 * (segments + floor_log2(task.ranks));
  const double share = slots / (2 * segments);
  return {.kind = Claim::Kind::at_most,
          .cost = {.rounds = slots, .volume = share, .reductions = share}};
}

}  // namespace allfold
