/// @file Parameters that the user, or a rule, leaves open.
#pragma once

#include "algorithms/kernel_name.hpp"
#include "select/knowledge.hpp"
#include "select/problem.hpp"

namespace allfold::select {

/// The parameters that are set in `named`. Those left open get the values that their rows in the
/// registry prefer (for a mesh, the communicator's own grid) if these suit the values that are set,
/// otherwise the cheapest values.
[[nodiscard]] algorithms::Parameters completed(const algorithms::NamedKernel& named,
                                               const Problem& problem, const Knowledge& knowledge,
                                               AllowedBrackets brackets,
                                               CandidateCache& candidates);

}  // namespace allfold::select
