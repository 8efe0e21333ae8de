/// @file The compositions of a number of ranks that can be the cheapest.
#pragma once

#include <vector>

#include "algorithms/task.hpp"

namespace allfold::algorithms {

/// Those compositions of a task's ranks of which no other is cheaper on all machines, for vectors
/// of some length, and those of class F of which no other of that class is: all that a search for
/// the cheapest can return.
[[nodiscard]] std::vector<Composition> compositions(const Task& task);

}  // namespace allfold::algorithms
