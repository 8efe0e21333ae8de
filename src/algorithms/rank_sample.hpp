/// @file Rank sample: the ranks that are looked at where all ranks would be too many.
#pragma once

#include <cstddef>
#include <vector>

#include "cost/shared_links.hpp"

namespace allfold::algorithms {

/// A sampled rank, which stands for others that share its links.
struct Sharer {
  int rank;
  cost::SharedLinks::Weight weight;
};

/// The ranks of a group by its nodes, in order.
using RanksByNode = std::vector<std::vector<int>>;

/// The groups that are sampled: the first, the middle and the last full one, as ranks do much the
/// same in all groups. (Without groups each switch is a group, without switches each node; a torus
/// is one group.) `nodes` has the node of each rank.
[[nodiscard]] std::vector<RanksByNode> telling_groups(const std::vector<int>& nodes,
                                                      const cost::CostModel& model);

/// A sample of about `wanted` ranks of a group, at least one: some of its nodes with all of their
/// ranks, or some ranks of a node with more.
[[nodiscard]] std::vector<Sharer> sample_of(const RanksByNode& group, std::size_t wanted,
                                            const cost::CostModel& model);

}  // namespace allfold::algorithms
