/// Dual root. Segments go up two trees, meet at their roots and go down, all at the same time.
///
/// Idea: the lower and the upper half of the ranks form a binary tree each, balanced and numbered
/// in post-order: left subtree, right subtree, root. In round j a node at depth d exchanges with
/// its right child, then with its left child, then with its parent. In each exchange the partial
/// result of segment j goes up, and a complete segment comes down (segment j - d from the parent).
/// The two roots exchange their partial results of segment j. Segments go up while earlier ones
/// come down, so that a rank needs three exchanges per segment.
///
/// Restrictions: Allreduce only. Any number of ranks; rank order; one bracketing for any number of
/// segments, left ∘ (right ∘ own) at each node.
///
/// Cost with k segments and depth h = ⌊lg ⌈p/2⌉⌋, at most (4h + 1 + 3(k-1))(α + mβ/k) +
/// (2h + 1 + 3(k-1))mγ/k; exactly that if the lower tree is perfect. With a gap, about a third of
/// the α are gaps; half of the reductions overlap with messages, or a third of the messages with
/// reductions. On up to four ranks the factor 3 is 1 (p = 2) or 2 (p = 3 and 4).
/// With the best k, sqrt((4h - 2)mβ/3α): 3mβ + O(lg p α + sqrt(lg p m α β)).
///
/// Reference: J. L. Träff, A Doubly-pipelined, Dual-root Reduction-to-all Algorithm and
/// Implementation, arXiv 2109.12626.
///
/// Rounds (`A-B 0-3`: blocks A and B, reduced over ranks 0 to 3):
/// $ allfold plan --brief --algorithm dual-root:segments=2 -p 6
/// rank  start  round 1     round 2     round 3     round 4       round 5       round 6  round 7
///    0  A-B 0  "           B 0         "           "             A 0-5         "        "
///    1  A-B 1  B 1         "           "           A 0-5         "             "        A-B 0-5
///    2  A-B 2  A 1-2; B 2  A 0-2; B 2  A 0-5; B 2  A 0-5; B 1-2  A 0-5; B 0-2  A-B 0-5  "
///    3  A-B 3  "           B 3         "           "             A 0-5         "        "
///    4  A-B 4  B 4         "           "           A 0-5         "             "        A-B 0-5
///    5  A-B 5  A 4-5; B 5  A 3-5; B 5  A 0-5; B 5  A 0-5; B 4-5  A 0-5; B 3-5  A-B 0-5  "
///
/// rank  round 8
///    0  A-B 0-5
///    1  A-B 0-5
///    2  A-B 0-5
///    3  A-B 0-5
///    4  A-B 0-5
///    5  A-B 0-5
#include <algorithm>
#include <optional>

#include "algorithms/pipeline.hpp"
#include "algorithms/powers.hpp"
#include "algorithms/rows.hpp"
#include "schedule/author.hpp"

namespace allfold::algorithms {

namespace {

/// A rank's place in its tree.
struct Node {
  int depth = 0;
  std::optional<int> parent;  // none: a root
  std::optional<int> right;
  std::optional<int> left;
};

/// The place of `rank` in the tree of ranks first ... end-1, whose root is the last one.
Node node_of(int rank, int first, int end) {
  Node node;
  for (;; ++node.depth) {
    const int root = end - 1;
    const int middle = first + (root - first) / 2;  // where the right subtree begins
    if (rank == root) {
      if (middle < root) node.right = root - 1;
      if (first < middle) node.left = middle - 1;
      return node;
    }
    node.parent = root;
    const bool is_left = rank < middle;
    if (!is_left) first = middle;
    end = is_left ? middle : root;
  }
}

class Pipeline {
 public:
  explicit Pipeline(const Task& task)
      : segments_(segments_of(task)),
        middle_((task.ranks + 1) / 2),
        node_(task.rank < middle_ ? node_of(task.rank, 0, middle_)
                                  : node_of(task.rank, middle_, task.ranks)),
        author_(task.ranks, task.rank, segments_) {}

  Plan plan() && {
    author_.enter(Phase::tree);
    for (int j = 0; j <= segments_ + node_.depth; ++j) {
      author_.begin_partial();  // that of segment j
      if (node_.right) exchange_with_child(*node_.right, j);
      if (node_.left) exchange_with_child(*node_.left, j);
      if (node_.parent) exchange_with_parent(j);
      if (!node_.parent && author_.ranks() > 1) exchange_with_other_root(j);
    }
    return flat_plan(std::move(author_).finish());
  }

 private:
  /// Segment j; empty if there is none.
  [[nodiscard]] Blocks segment(int j) const {
    return j < 0 || j >= segments_ ? Blocks{} : Blocks{.first = j, .last = j + 1};
  }
  void exchange_with_child(int child, int j) {
    author_.next_round();
    author_.send(child, Memory::result, segment(j - node_.depth - 1));
    author_.receive_and_reduce(child, Side::left, segment(j));
  }
  void exchange_with_parent(int j) {
    author_.next_round();
    author_.send_partial(*node_.parent, segment(j));
    author_.receive(*node_.parent, Memory::result, segment(j - node_.depth));
  }
  void exchange_with_other_root(int j) {
    const bool is_lower = author_.rank() < middle_;
    const int other = is_lower ? author_.ranks() - 1 : middle_ - 1;
    author_.next_round();
    author_.send_partial(other, segment(j));
    author_.receive_and_reduce(other, is_lower ? Side::right : Side::left, segment(j));
  }

  int segments_;
  int middle_;  // where the upper tree begins
  Node node_;
  Author author_;
};

Plan dual_root_plan(const Task& task) { return Pipeline(task).plan(); }

Claim dual_root_claim(const Task& task) {
  if (task.ranks == 1) return {.kind = Claim::Kind::exactly, .cost = {}};
  const int half = (task.ranks + 1) / 2;
  const double depth = floor_log2(half);
  const double segments = segments_of(task);
  const double exchanges = std::min(half, 3);  // of a root, for each segment
  const double rounds = 4 * depth + 1 + exchanges * (segments - 1);
  const double reductions = 2 * depth + 1 + exchanges * (segments - 1);
  // While the first segment goes up, and while the last one goes down, messages go one way only.
  const bool is_perfect = is_power(half + 1);
  const double one_way = is_perfect ? 4 * depth : 0;
  // While the pipeline is full, messages and reductions overlap.
  return {.kind = is_perfect ? Claim::Kind::exactly : Claim::Kind::at_most,
          .cost = {.rounds = rounds,
                   .volume = rounds / segments,
                   .reductions = reductions / segments,
                   .one_way_rounds = one_way,
                   .one_way_volume = one_way / segments,
                   .gaps = segments - 1}};
}

}  // namespace

constinit const Kernel row::dual_root{
    .name = "dual-root",
    .summary = "segments go up two trees, are exchanged at the roots, and go down, in a pipeline",
    .formula =
        "k segments, h = ⌊lg ⌈p/2⌉⌋: at most (4h + 1 + 3(k − 1))(α + mβ/k) + "
        "(2h + 1 + 3(k − 1))mγ/k",
    .reference = "T21",
    .collectives = {Collective::allreduce},
    .order = OperandOrder::rank_order,
    .bracketing = always<Bracketing::own>,
    .parameters = parameter::segments,
    .generate = as_ready<dual_root_plan>,
    .claim = dual_root_claim};

}  // namespace allfold::algorithms
