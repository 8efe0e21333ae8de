/// @file Probe: the parameters of the cost model, measured.
#pragma once

#include "command/tune/job.hpp"
#include "schedule/cost.hpp"

namespace allfold::tune {

/// What messages, reductions and shared memory take. The link is that between machines; on one
/// machine alone, messages inside it. What cannot be measured is as in the default model.
/// Collective; valid on rank 0.
[[nodiscard]] CostModel probe(const Job& job);

}  // namespace allfold::tune
