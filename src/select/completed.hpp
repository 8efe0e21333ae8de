/// @file Parameters that the user, or a rule, leaves open.
#pragma once

#include "select/problem.hpp"

namespace allfold {

/// The parameters that are set, and for those left open what their rows in the registry prefer (the
/// grid of a mesh is the communicator's own), if that can be had with those that are set, else the
/// cheapest.
[[nodiscard]] Parameters completed(const NamedKernel& named, const Problem& problem,
                                   const CostModel& model, Brackets brackets,
                                   CandidateCache& candidates);

}  // namespace allfold
