/// @file Trial candidates: what may serve a problem better than what was chosen for it.
#pragma once

#include <vector>

#include "select/choice.hpp"
#include "select/knowledge.hpp"

namespace allfold::select {

/// The candidates for trials, at most `most_trial_candidates`:
/// - what was chosen
/// - the MPI library's own call
/// - kernels that use shared memory, if they can serve the problem
/// - the kernels of messages with the shortest expected times, unless they take more than three
///   times as long as the fastest of them. Of kernels that cost the same in the model there is one.
[[nodiscard]] std::vector<rules::RuledKernel> trial_candidates(const Problem& problem,
                                                               const Choice& choice,
                                                               const Knowledge& knowledge,
                                                               CandidateCache& candidates);

inline constexpr std::size_t most_trial_candidates = 6;

}  // namespace allfold::select
