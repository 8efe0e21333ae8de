/// @file Measures links that ranks share: those of a node, and of a group of nodes.
#pragma once

#include "command/tune/job.hpp"
#include "cost/model.hpp"

namespace allfold::command::tune {

/// Sets the model's parameters of shared links; `model.link` must have been measured. Two kinds are
/// detected: the adapter of a node with several ranks, and links between groups of successive
/// nodes, if messages between some nodes take clearly longer than between others. A link that does
/// not slow messages down stays unknown. Collective; valid on rank 0.
void probe_shared_links(const Job& job, allfold::cost::CostModel& model);

}  // namespace allfold::command::tune
