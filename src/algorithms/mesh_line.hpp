/// @file Mesh lines: the building blocks of mesh algorithms, on a line of ranks such as a mesh's
/// row.
///
/// The ranks of a line's Task are the members of the line: `line.rank` is the place of this member,
/// `line.root` the place of a Reduce's root. Block j of a bucket belongs to the member at place j.
#pragma once

#include "algorithms/kernel.hpp"
#include "schedule/author.hpp"

namespace allfold::algorithms {

/// One spanning binomial tree, SBT in Huang, McKinley (Parallel Computing 23, 1997): a Reduce to
/// the root, or an Allreduce.
[[nodiscard]] Schedule tree(const Task& line);
[[nodiscard]] cost::Cost tree_cost(const Task& line);
[[nodiscard]] Claim tree_claim(const Task& line);
/// A broadcast from the root, whatever the collective of the task.
[[nodiscard]] Schedule tree_broadcast(const Task& line);
[[nodiscard]] cost::Cost tree_broadcast_cost(int members);

/// Two balanced trees, BSBT: a Reduce to the root, or an Allreduce.
[[nodiscard]] Schedule balanced_trees(const Task& line);
[[nodiscard]] cost::Cost balanced_trees_cost(const Task& line);

/// Partial sums go round the line until each member has the complete sum of its block. Commutative
/// operations only.
[[nodiscard]] Schedule bucket_combine(const Task& line);
[[nodiscard]] cost::Cost bucket_combine_cost(int members);
/// In an Allreduce the members' blocks go round the line to all members, in a Reduce directly to
/// the root, in a Reduce_scatter nowhere.
[[nodiscard]] Schedule bucket_collect(const Task& line);
[[nodiscard]] cost::Cost bucket_collect_cost(const Task& line);
/// The same, added to a schedule after which each member has its reduced block.
void collect_blocks(Author& author, const Task& line);

}  // namespace allfold::algorithms
