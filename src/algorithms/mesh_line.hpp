/// @file Mesh lines: the building blocks of mesh algorithms, on a line of ranks such as a mesh's
/// row.
///
/// A line's Task has its members for ranks, and is that of one of them: `line.rank` is its place,
/// `line.root` the place to which Reduce goes. Block j of a bucket belongs to the member at place
/// j.
#pragma once

#include "algorithms/kernel.hpp"
#include "schedule/author.hpp"

namespace allfold::algorithms {

/// One spanning binomial tree: a Reduce to the root or to all. In Huang, McKinley (Parallel
/// Computing 23, 1997) it is SBT.
[[nodiscard]] Schedule tree(const Task& line);
[[nodiscard]] cost::Cost tree_cost(const Task& line);
/// What the root has goes to all; the collective does not matter.
[[nodiscard]] Schedule tree_broadcast(const Task& line);
[[nodiscard]] cost::Cost tree_broadcast_cost(int members);

/// Two balanced trees, BSBT: a Reduce to the root or to all.
[[nodiscard]] Schedule balanced_trees(const Task& line);
[[nodiscard]] cost::Cost balanced_trees_cost(const Task& line);

/// Partial sums go round, until each member has the whole sum of its block; commutative only.
[[nodiscard]] Schedule bucket_combine(const Task& line);
[[nodiscard]] cost::Cost bucket_combine_cost(int members);
/// The members' blocks go to all, round the line, or straight to the root.
[[nodiscard]] Schedule bucket_collect(const Task& line);
[[nodiscard]] cost::Cost bucket_collect_cost(const Task& line);
/// The same, written by an author who has come to the point where each member has its block.
void collect_blocks(Author& author, const Task& line);

}  // namespace allfold::algorithms
