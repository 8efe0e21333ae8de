/// @file The compositions of a number of ranks that can be the cheapest.
#pragma once

#include <vector>

#include "algorithms/task.hpp"

namespace allfold::algorithms {

/// All compositions of the task's ranks that a search for the cheapest can return. A composition is
/// left out if another one costs no more on any machine and at any length; one of class F only if
/// that other one is of class F, too.
[[nodiscard]] std::vector<Composition> compositions(const Task& task);

}  // namespace allfold::algorithms
