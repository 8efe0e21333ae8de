/// @file The link: what messages cost in the machine that is simulated.
#pragma once

#include "contest.hpp"
#include "cost/model.hpp"

namespace allfold::bench {

/// The cost model of the machine: alpha and beta by messages to rank 0 from ranks of other hosts, one
/// after the other, and what the contest tells. Collective, before anything else.
[[nodiscard]] cost::CostModel measured_model(const Contest& contest);

}  // namespace allfold::bench
