/// @file Postal tree: among the members of a line, up to the root and back.
#pragma once

#include "algorithms/line.hpp"

namespace allfold::algorithms {

/// Reduces a piece among the members of a line up a postal tree: a rank can receive `lambda`
/// messages within the latency of one. In an Allreduce all members get the result, in a Reduce the
/// root.
void reduce_up_postal_tree(Author& author, const Line& line, Blocks piece, int lambda);

/// The cost of reduce_up_postal_tree() on `members` members, at most, for any root.
[[nodiscard]] Claim postal_tree_cost(Collective collective, int members, int lambda);

/// The largest work memory of a member, in vectors.
[[nodiscard]] int postal_tree_work_vectors(int members, int lambda);

/// Whether the root receives a message from every other member.
[[nodiscard]] bool is_flat_postal_tree(int members, int lambda);

}  // namespace allfold::algorithms
