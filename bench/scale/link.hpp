/// @file The link: measures the cost of messages in the simulated machine.
#pragma once

#include "contest.hpp"
#include "cost/model.hpp"

namespace allfold::bench {

/// The cost model of the machine. Alpha and beta are measured with single messages from ranks of
/// other hosts to rank 0; the rest comes from `contest`. Collective; must be called before anything
/// else.
[[nodiscard]] cost::CostModel measured_model(const Contest& contest);

}  // namespace allfold::bench
