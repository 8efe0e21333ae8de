/// @file The Plans and the costs of compositions.
#pragma once

#include "algorithms/kernel.hpp"

namespace allfold::algorithms {

/// The Plan of a composition. The product of its factors must be the number of the task's ranks.
[[nodiscard]] Plan plan_of(const Task& task, const Composition& composition);

/// The cost of that Plan.
[[nodiscard]] Claim claim_of(const Task& task, const Composition& composition);

/// The largest work memory of a rank, in vectors.
[[nodiscard]] int work_vectors_of(const Composition& composition);

/// Whether some messages carry several vectors: see gathers_in_row().
[[nodiscard]] bool takes_rows(const Composition& composition);

/// The shortest vector, in bytes, for which the composition competes on a network of that pace.
[[nodiscard]] std::int64_t least_bytes_of(const Composition& composition, Pace pace);

/// The longest vector, in bytes, for which the composition competes on equal terms. For longer ones
/// it has to be clearly the cheapest.
[[nodiscard]] std::int64_t most_bytes_of(const Composition& composition);

/// The bracketing class.
[[nodiscard]] Bracketing bracketing_of(const Composition& composition);

}  // namespace allfold::algorithms
