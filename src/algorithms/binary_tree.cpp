/// Binary tree. Whole vectors go up a tree that is a bracketing of contiguous ranges of ranks.
///
/// Idea: each range of ranks has a head, which holds the reduction over the range: the root if it
/// is in the range, otherwise the lowest rank. Where two ranges merge, the head that is not the
/// head of the merged range sends, and the operands stay in rank order. Therefore bracketing and
/// cost are the same for every root. Allreduce is a Reduce to rank 0 and a broadcast back along the
/// same tree. There are two trees: `binary-tree` merges ranges that are aligned to powers of two,
/// `binary-tree-f` is the tree F, which merges the pairs of the fold first.
///
/// Restrictions: none. Any number of ranks; rank order; one bracketing (aligned, or class F).
///
/// Cost, any p: Reduce ⌈lg p⌉(α + mβ + mγ), Allreduce ⌈lg p⌉(2α + 2mβ + mγ).
///
/// Reference: R. Rabenseifner, Optimization of Collective Reduction Operations, ICCS 2004,
/// section 3.3.
///
/// Rounds (`A 0-3`: block A, here the whole vector, reduced over ranks 0 to 3):
/// $ allfold plan --brief --algorithm binary-tree -p 6
/// rank  start  round 1  round 2  round 3  round 4  round 5  round 6
///    0  A 0    A 0-1    A 0-3    A 0-5    "        "        "
///    1  A 1    ·        ·        ·        ·        ·        A 0-5
///    2  A 2    A 2-3    ·        ·        ·        A 0-5    "
///    3  A 3    ·        ·        ·        ·        ·        A 0-5
///    4  A 4    A 4-5    "        ·        A 0-5    "        "
///    5  A 5    ·        ·        ·        ·        A 0-5    "
/// $ allfold plan --brief --algorithm binary-tree-f -p 6 --collective reduce
/// rank  start  round 1  round 2  round 3
///    0  A 0    A 0-1    A 0-3    A 0-5
///    1  A 1    ·        ·        ·
///    2  A 2    A 2-3    ·        ·
///    3  A 3    ·        ·        ·
///    4  A 4    A 4-5    "        ·
///    5  A 5    ·        ·        ·
#include <algorithm>
#include <utility>

#include "algorithms/fold.hpp"
#include "algorithms/mesh_line.hpp"
#include "algorithms/rows.hpp"
#include "schedule/author.hpp"

namespace allfold::algorithms {

namespace {

/// A tree over ranks 0 ... p-1. The ranges of level l have numbers 0, 1, ...; each consists of two
/// ranges of level l-1.
struct AlignedTree {
  int ranks;
  [[nodiscard]] int levels() const { return ceil_log2(ranks); }
  [[nodiscard]] static int range_of(int rank, int level) { return rank >> level; }
  [[nodiscard]] int start(int range, int level) const { return std::min(range << level, ranks); }
};

/// The tree F: the fold's pairs on level 1, then the perfect tree over its numbers.
struct FoldedTree {
  int ranks;
  Fold fold{ranks};
  [[nodiscard]] int first_level() const { return fold.pairs() > 0 ? 1 : 0; }
  [[nodiscard]] int levels() const { return fold.rounds() + first_level(); }
  [[nodiscard]] int range_of(int rank, int level) const {
    return level < first_level() ? rank : fold.number(rank) >> (level - first_level());
  }
  [[nodiscard]] int start(int range, int level) const {
    if (level < first_level()) return range;
    return fold.first_rank(std::min(range << (level - first_level()), fold.numbers()));
  }
};

template <class Tree>
class Tour {
 public:
  Tour(const Task& task, Tree tree) : task_(task), tree_(tree), author_(task.ranks, task.rank, 1) {}

  Schedule both_ways() {
    author_.enter(Phase::tree);
    for (int level = 0; level < tree_.levels(); ++level) merge(level);
    return goes_to_all(task_.collective) ? down() : std::move(author_).finish();
  }
  Schedule down() {
    author_.enter(Phase::gather);
    for (int level = tree_.levels(); level-- > 0;) spread(level);
    return std::move(author_).finish();
  }

 private:
  /// The heads of two ranges of one level that merge, on this rank's way to the root of the tree.
  /// `goes_on` is the head of the merged range. There is no merge where a range has no sibling.
  struct Merge {
    int goes_on;
    int ends;
    bool lower_goes_on;
  };

  [[nodiscard]] int head(int first, int end) const {
    return first <= task_.root && task_.root < end ? task_.root : first;
  }
  [[nodiscard]] std::optional<Merge> merge_at(int level) const {
    const int parent = tree_.range_of(task_.rank, level + 1);
    const int first = tree_.start(parent, level + 1);
    const int end = tree_.start(parent + 1, level + 1);
    const int middle = tree_.start(tree_.range_of(first, level) + 1, level);
    if (middle >= end) return std::nullopt;
    const int lower = head(first, middle);
    const int upper = head(middle, end);
    const bool lower_goes_on = head(first, end) == lower;
    return Merge{.goes_on = lower_goes_on ? lower : upper,
                 .ends = lower_goes_on ? upper : lower,
                 .lower_goes_on = lower_goes_on};
  }

  void merge(int level) {
    const auto merge = merge_at(level);
    if (!merge) return;
    author_.next_round();
    if (task_.rank == merge->ends) author_.send_partial(merge->goes_on, author_.all());
    if (task_.rank == merge->goes_on)
      author_.receive_and_reduce(merge->ends, merge->lower_goes_on ? Side::right : Side::left,
                                 author_.all());
  }
  void spread(int level) {
    const auto merge = merge_at(level);
    if (!merge) return;
    author_.next_round();
    if (task_.rank == merge->goes_on) author_.send_partial(merge->ends, author_.all());
    if (task_.rank == merge->ends) author_.receive_result(merge->goes_on, author_.all());
  }

  const Task& task_;
  Tree tree_;
  Author author_;
};

}  // namespace

Schedule tree(const Task& line) { return Tour(line, AlignedTree{line.ranks}).both_ways(); }

Schedule tree_broadcast(const Task& line) { return Tour(line, AlignedTree{line.ranks}).down(); }

cost::Cost tree_broadcast_cost(int members) {
  const double levels = ceil_log2(members);
  return cost::one_way({.rounds = levels, .volume = levels});
}

cost::Cost tree_cost(const Task& line) {
  cost::Cost up = tree_broadcast_cost(line.ranks);
  up.reductions = up.rounds;
  return goes_to_all(line.collective) ? up + tree_broadcast_cost(line.ranks) : up;
}

Claim tree_claim(const Task& line) {
  return {.kind = Claim::Kind::exactly,
          .cost = tree_cost(line),
          .sum = is_power(line.ranks) ? Claim::Sum::exact : Claim::Sum::bound};
}

namespace {

Plan binary_tree_plan(const Task& task) { return flat_plan(tree(task)); }

Plan binary_tree_f_plan(const Task& task) {
  return flat_plan(Tour(task, FoldedTree{task.ranks}).both_ways());
}

}  // namespace

constinit const Kernel row::binary_tree{
    .name = "binary-tree",
    .summary = "whole vectors up (and down) a tree of aligned ranges",
    .formula = "⌈lg p⌉(2α + 2mβ + mγ)",
    .reference = "R04, 3.3",
    .collectives = {Collective::allreduce, Collective::reduce},
    .order = OperandOrder::rank_order,
    .bracketing = always<Bracketing::aligned>,
    .generate = as_ready<binary_tree_plan>,
    .claim = tree_claim};

constinit const Kernel row::binary_tree_f{
    .name = "binary-tree-f",
    .summary =
        "binary-tree on the tree F, which begins with pairs of ranks if p is no power of two",
    .formula = "⌈lg p⌉(2α + 2mβ + mγ)",
    .reference = "R04, 3.3",
    .collectives = {Collective::allreduce, Collective::reduce},
    .order = OperandOrder::rank_order,
    .bracketing = always<Bracketing::class_f>,
    .generate = as_ready<binary_tree_f_plan>,
    .claim = tree_claim};

constinit const Kernel row::sbt{.name = "sbt",
                                .summary = "binary-tree, under the name that it has in sbt-2d",
                                .formula = "⌈lg p⌉(2α + 2mβ + mγ)",
                                .reference = "A2D, 3",
                                .collectives = {Collective::allreduce, Collective::reduce},
                                .order = OperandOrder::rank_order,
                                .bracketing = always<Bracketing::aligned>,
                                .generate = as_ready<binary_tree_plan>,
                                .claim = tree_claim};

}  // namespace allfold::algorithms
