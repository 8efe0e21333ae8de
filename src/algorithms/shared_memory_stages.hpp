/// @file Stages among the ranks of one node, which share memory. What they say in messages is
/// what node::Group does.
#pragma once

#include "algorithms/kernel.hpp"
#include "schedule/author.hpp"

namespace allfold::algorithms {

/// Lanes: the first so many members of a node, each of which has one block of the author's.
/// Every member sends each lane its block; the lane reduces it, bracketed as the tree F does.
void scatter_to_lanes(Author& author, int lanes);
/// Each lane's block of the partial result goes to all members, or to `root`; `everyone`: -1.
void gather_from_lanes(Author& author, int lanes, int root);

/// What they cost among so many members.
[[nodiscard]] cost::Cost scatter_to_lanes_cost(int members, int lanes);
[[nodiscard]] cost::Cost gather_from_lanes_cost(int members, int lanes, Collective collective);

}  // namespace allfold::algorithms
