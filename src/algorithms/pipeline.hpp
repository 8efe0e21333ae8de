/// @file Pipeline: what algorithms that send a vector in segments have in common.
#pragma once

#include <cstdint>

#include "algorithms/kernel.hpp"

namespace allfold::algorithms {

/// The number of segments of the pipeline.
[[nodiscard]] inline int segments_of(const Task& task) {
  constexpr int by_default = 8;
  return task.parameters.segments == 0 ? by_default : task.parameters.segments;
}

/// Pipelines compete if their segments have at least this many bytes. Most MPI libraries send
/// shorter messages eagerly. Many segments of a vector are then in flight to a rank at the same
/// time and share its link, so that the first ones, for which all ranks wait, arrive late.
inline constexpr std::int64_t least_segment_of_pipelines = 64 << 10;

}  // namespace allfold::algorithms
