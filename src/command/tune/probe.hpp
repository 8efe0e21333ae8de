/// @file Probe: the parameters of the cost model, measured.
#pragma once

#include "command/tune/job.hpp"
#include "cost/model.hpp"

namespace allfold::command::tune {

/// What messages, reductions and shared memory take. The link is that between nodes; on one
/// node alone, messages inside it. What cannot be measured is as in the default model.
/// Collective; valid on rank 0.
[[nodiscard]] allfold::cost::CostModel probe(const Job& job);

}  // namespace allfold::command::tune
