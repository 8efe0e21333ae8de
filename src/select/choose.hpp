/// @file The choice of a kernel: a pure function of values that are equal on all ranks.
#pragma once

#include "select/choice.hpp"
#include "select/configuration.hpp"
#include "select/knowledge.hpp"
#include "select/problem.hpp"

namespace allfold::select {

/// Whether `choose` considers a kernel of messages that no wish or rule names. It considers all
/// kernels that serve the collective, except for those with Kernel::is_only_by_name() and, if ranks
/// share the link of their node, `direct`.
[[nodiscard]] bool competes(const algorithms::Kernel& kernel, const Problem& problem);

/// Chooses by the first of these that applies:
/// 1. the user's wish
/// 2. the rules
/// 3. shared memory, if all ranks share it
/// 4. the cheapest in the cost model: lanes, if ranks share memory inside several nodes, or a
///    composition, unless another kernel that competes is cheaper
///
/// If there are measurements near the problem, they correct the model, all kernels that were
/// measured may be chosen, and the MPI library's own call is chosen if it was the fastest.
/// `candidates` is a cache.
[[nodiscard]] Choice choose(const Problem& problem, const Configuration& configuration,
                            const Knowledge& knowledge, CandidateCache& candidates);

}  // namespace allfold::select
