/// Fibonacci tree. Whole vectors go up a tree in which a rank receives at most d of them.
///
/// Idea: in a binomial tree the root receives ⌈lg p⌉ vectors. Each of several Reduces in succession
/// waits until the root has received those of the one before. A rank with at most d children
/// receives at most d vectors. In t rounds such a tree reduces N(t) = 1 + N(t-1) + ... + N(t-d)
/// ranks, N(0) = 1: the child that sends in round t is the root of a tree of t-1 rounds, the child
/// that sends in round t-1 of one of t-2 rounds, and so on. d = 1 is a chain. With d = 2, N(t) + 1
/// is a Fibonacci number, and the tree has 1.44 lg p rounds. d >= ⌈lg p⌉ is a binomial tree. Ranks
/// are numbered from the root. If p is less than N(t), the children that send first get fewer
/// ranks, or none.
///
/// Restrictions: Reduce only. Any number of ranks; commutative operations; one bracketing.
///
/// Cost, any p: t(α + mβ + mγ), with the least t for which N(t) >= p.
///
/// Reference: A. L. Liestman, J. G. Peters, Broadcast Networks of Bounded Degree, SIAM Journal on
/// Discrete Mathematics 1 (1988), whose broadcast trees this reverses.
///
/// Rounds (`A 0-3`: block A, here the whole vector, reduced over ranks 0 to 3):
/// $ allfold plan --brief --algorithm fibonacci-tree:children=2 -p 7 --collective reduce
/// rank  start  round 1  round 2  round 3
///    0  A 0    "        A 0-2    A 0-6
///    1  A 1    A 1-2    ·        ·
///    2  A 2    ·        ·        ·
///    3  A 3    A 3-4    A 3-6    ·
///    4  A 4    ·        ·        ·
///    5  A 5    A 5-6    ·        ·
///    6  A 6    ·        ·        ·
/// $ allfold plan --brief --algorithm fibonacci-tree:children=1 -p 4 --collective reduce
/// rank  start  round 1  round 2  round 3
///    0  A 0    "        "        A 0-3
///    1  A 1    "        A 1-3    ·
///    2  A 2    A 2-3    ·        ·
///    3  A 3    ·        ·        ·
#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "algorithms/rows.hpp"
#include "schedule/author.hpp"

namespace allfold::algorithms {

namespace {

int children_of(const Task& task) {
  constexpr int by_default = 2;
  return task.parameters.children == 0 ? by_default : task.parameters.children;
}

/// The largest numbers of ranks that trees of 0, 1, ... rounds reduce; the last one suffices for
/// `ranks`.
std::vector<int> most_ranks_by_rounds(int ranks, int children) {
  std::vector<int> most{1};
  while (most.back() < ranks) {
    int sum = 1;
    const auto rounds = static_cast<int>(most.size());
    for (int child = 1; child <= std::min(children, rounds) && sum < ranks; ++child)
      sum += most[static_cast<std::size_t>(rounds - child)];
    most.push_back(std::min(sum, ranks));
  }
  return most;
}

/// Consecutive numbers, of which the first is the root of a tree.
struct Subtree {
  int first;
  int end;
};

/// The children of the root of a tree, in the order in which they send.
std::vector<Subtree> children_in(const Subtree& tree, const std::vector<int>& most) {
  auto next = std::ranges::lower_bound(most, tree.end - tree.first);
  std::vector<Subtree> children;
  for (int end = tree.end; end > tree.first + 1; end = children.back().first) {
    --next;
    children.push_back({.first = std::max(end - *next, tree.first + 1), .end = end});
  }
  std::ranges::reverse(children);
  return children;
}

Plan fibonacci_tree_plan(const Task& task) {
  const auto rank_at = [&](int number) { return (task.root + number) % task.ranks; };
  const int own = (task.rank - task.root + task.ranks) % task.ranks;
  const std::vector<int> most = most_ranks_by_rounds(task.ranks, children_of(task));
  Subtree tree{.first = 0, .end = task.ranks};
  std::vector<Subtree> children = children_in(tree, most);
  int parent = tree.first;
  while (tree.first != own) {
    parent = tree.first;
    tree = *std::ranges::find_if(children, [&](const Subtree& child) { return own < child.end; });
    children = children_in(tree, most);
  }

  Author author(task.ranks, task.rank, 1);
  author.enter(Phase::tree);
  for (const Subtree& child : children) {
    author.receive_and_reduce(rank_at(child.first), Side::right, author.all());
    author.next_round();
  }
  if (own != 0) author.send_partial(rank_at(parent), author.all());
  return flat_plan(std::move(author).finish());
}

Claim fibonacci_tree_claim(const Task& task) {
  const auto rounds =
      static_cast<double>(most_ranks_by_rounds(task.ranks, children_of(task)).size() - 1);
  return {.kind = Claim::Kind::exactly,
          .cost = cost::one_way({.rounds = rounds, .volume = rounds, .reductions = rounds})};
}

}  // namespace

constinit const Kernel row::fibonacci_tree{
    .name = "fibonacci-tree",
    .summary = "whole vectors up a tree in which no rank has more than d children",
    .formula =
        "t(α + mβ + mγ), with the least t for which N(t) ≥ p: N(0) = 1, "
        "N(t) = 1 + N(t − 1) + … + N(t − d)",
    .reference = "LP88",
    .collectives = {Collective::reduce},
    .order = OperandOrder::any,
    .bracketing = always<Bracketing::own>,
    .parameters = parameter::children,
    .generate = as_ready<fibonacci_tree_plan>,
    .claim = fibonacci_tree_claim};

}  // namespace allfold::algorithms
