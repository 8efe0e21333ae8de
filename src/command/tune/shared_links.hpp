/// @file Shared links: those of a node, and of a group of nodes, found out.
#pragma once

#include "command/tune/job.hpp"
#include "cost/model.hpp"

namespace allfold::command::tune {

/// Sets what the model says of links that ranks share, whose link has been measured: of nodes with
/// several ranks, and of groups of nodes where messages between some nodes take clearly longer than
/// between others, and these are groups of successive nodes. What does not make messages slower stays
/// unknown. Collective; valid on rank 0.
void probe_shared_links(const Job& job, allfold::cost::CostModel& model);

}  // namespace allfold::command::tune
