/// @file Composed: the composition that serves a task.
#pragma once

#include "algorithms/task.hpp"

namespace allfold::algorithms {

/// The composition of the parameter `steps`, or butterflies if that does not make the task's number
/// of ranks.
[[nodiscard]] Composition composition_of(const Task& task);

}  // namespace allfold::algorithms
