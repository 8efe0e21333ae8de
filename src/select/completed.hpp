/// @file Parameters that the user, or a rule, leaves open.
#pragma once

#include "algorithms/kernel_name.hpp"
#include "select/knowledge.hpp"
#include "select/problem.hpp"

namespace allfold::select {

/// The parameters that are set, and for those left open what their rows in the registry prefer (the
/// grid of a mesh is the communicator's own), if that can be had with those that are set, else the
/// cheapest.
[[nodiscard]] algorithms::Parameters completed(const algorithms::NamedKernel& named,
                                               const Problem& problem, const Knowledge& knowledge,
                                               AllowedBrackets brackets,
                                               CandidateCache& candidates);

}  // namespace allfold::select
