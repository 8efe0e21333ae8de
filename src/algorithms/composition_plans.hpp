/// @file Compositions of a number of ranks: what they do, what they cost, and which there are.
#pragma once

#include <vector>

#include "algorithms/kernel.hpp"

namespace allfold::algorithms {

/// The Plan of a composition whose ranks are the task's.
[[nodiscard]] Plan plan_of(const Task& task, const Composition& composition);

/// What it costs.
[[nodiscard]] Claim claim_of(const Task& task, const Composition& composition);

/// Those compositions of a task's ranks of which no other is cheaper on all machines, for vectors
/// of some length, and those of class F of which no other of that class is: all that a search for
/// the cheapest can return.
[[nodiscard]] std::vector<Composition> compositions(const Task& task);

/// The work memory of a rank, in vectors, at the most.
[[nodiscard]] int work_vectors_of(const Composition& composition);

/// How it brackets.
[[nodiscard]] Bracketing bracketing_of(const Composition& composition);

}  // namespace allfold::algorithms
