/// @file Stages among the ranks of one node, which share memory. The stages are written as
/// messages; node::Group computes the same.
#pragma once

#include "algorithms/kernel.hpp"
#include "schedule/author.hpp"

namespace allfold::algorithms {

/// The first `lanes` members of a node are its lanes; each lane has one of the author's blocks.
/// Every member sends each lane that lane's block, and the lane reduces it, bracketed as the tree
/// F.
void scatter_to_lanes(Author& author, int lanes);
/// Each lane sends its block of the partial result to `root`, or to all members if that is -1.
void gather_from_lanes(Author& author, int lanes, int root);

/// The costs of these among `members` members.
[[nodiscard]] cost::Cost scatter_to_lanes_cost(int members, int lanes);
[[nodiscard]] cost::Cost gather_from_lanes_cost(int members, int lanes, Collective collective);

}  // namespace allfold::algorithms
