/// @file Lanes' costs: what the ranks of a node do together for calls among several nodes, if they are
/// so many that they form clusters.
#pragma once

#include <vector>

#include "cost/formula.hpp"
#include "schedule/collective.hpp"

namespace allfold::algorithms {

/// The number of members of a node that need no clusters: node::most_in_flat_group.
inline constexpr int most_without_clusters = 8;

/// The costs of reducing to lanes and of gathering from them in shared memory, among more members, by
/// each way of which the fastest is taken.
///
/// Members work level by level. Each level adds looks at the lines of a few others, and half of the
/// vector, which is read in other caches. Results are copied faster than inputs are reduced, but those
/// of few lanes are read by all clusters. A single lane does not cut short vectors: it watches fewer
/// lines, but others wait for each line of its vectors. With k levels above the lowest clusters:
/// - Allreduce: 2(7 + 3k)α' + (9/8 + 3k/4 + 5k/4L)mβ' + mγ
/// - Reduce: 2(7 + 3k)α' + (9/8 + k/2 - 1/4L)mβ' + mγ, with one lane half of the first term
/// - one lane, short vectors: (4 + 3k)α' + (8 + 5k)mβ' + mγ; of a Reduce half of the first two terms
/// The factors are those of modelled nodes (bench/notes/lanes.md).
[[nodiscard]] std::vector<cost::Cost> lanes_costs_in_clusters(int members, int lanes,
                                                              schedule::Collective collective);

}  // namespace allfold::algorithms
