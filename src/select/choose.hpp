/// @file The choice of a kernel: a pure function of values that are equal on all ranks.
#pragma once

#include "select/choice.hpp"
#include "select/configuration.hpp"
#include "select/knowledge.hpp"
#include "select/problem.hpp"

namespace allfold::select {

/// Whether `choose` looks at a kernel of messages by itself: all that serve but those whose row says
/// why not, and `direct` where ranks share the link of their node.
[[nodiscard]] bool competes(const algorithms::Kernel& kernel, const Problem& problem);

/// Chooses by the user's wish, else by the rules, else shared memory where all ranks have it in
/// common, else what is cheapest in the cost model: lanes, where ranks of several nodes share
/// memory inside these, or a composition, unless another kernel that competes is cheaper. Where
/// there are measurements from about there, the model is corrected by them, whatever was measured
/// may be chosen, and the MPI library's own is where it was the quickest.
/// `candidates` only saves time.
[[nodiscard]] Choice choose(const Problem& problem, const Configuration& configuration,
                            const Knowledge& knowledge, CandidateCache& candidates);

}  // namespace allfold::select
