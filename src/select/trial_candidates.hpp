/// @file Trial candidates: what may serve a problem better than what was chosen for it.
#pragma once

#include <vector>

#include "select/choice.hpp"
#include "select/knowledge.hpp"

namespace allfold::select {

/// What was chosen; the MPI library's own; what goes through shared memory, where it can; and the
/// kernels by messages that are expected to be the quickest, unless they are far behind the first
/// of these. Of those that cost the same in the model there is one. No more than
/// `most_trial_candidates`.
[[nodiscard]] std::vector<rules::RuledKernel> trial_candidates(const Problem& problem,
                                                               const Choice& choice,
                                                               const Knowledge& knowledge,
                                                               CandidateCache& candidates);

inline constexpr std::size_t most_trial_candidates = 6;

}  // namespace allfold::select
