/// @file Probe: measures the parameters of the cost model.
#pragma once

#include "command/tune/job.hpp"
#include "cost/model.hpp"

namespace allfold::command::tune {

/// Measures messages, reductions and shared memory. The link is the one between nodes, or between
/// two ranks if there is only one node. Parameters that cannot be measured keep the default model's
/// values. Collective; valid on rank 0.
[[nodiscard]] allfold::cost::CostModel probe(const Job& job);

}  // namespace allfold::command::tune
