/// @file Compositions of a number of ranks: what they do, and what they cost.
#pragma once

#include "algorithms/kernel.hpp"

namespace allfold::algorithms {

/// The Plan of a composition whose ranks are the task's.
[[nodiscard]] Plan plan_of(const Task& task, const Composition& composition);

/// What it costs.
[[nodiscard]] Claim claim_of(const Task& task, const Composition& composition);

/// The work memory of a rank, in vectors, at the most.
[[nodiscard]] int work_vectors_of(const Composition& composition);

/// Whether messages take several vectors at once: rings that keep more than two others' whole do.
[[nodiscard]] bool takes_rows(const Composition& composition);

/// The longest vectors, in bytes, before it has to be clearly the cheapest.
[[nodiscard]] std::int64_t most_bytes_of(const Composition& composition);

/// How it brackets.
[[nodiscard]] Bracketing bracketing_of(const Composition& composition);

}  // namespace allfold::algorithms
