/// @file Pipeline: what the algorithms that send a vector in segments share.
#pragma once

#include "algorithms/kernel.hpp"

namespace allfold::algorithms {

/// The pieces of the pipeline.
[[nodiscard]] inline int segments_of(const Task& task) {
  constexpr int by_default = 8;
  return task.parameters.segments == 0 ? by_default : task.parameters.segments;
}

}  // namespace allfold::algorithms
