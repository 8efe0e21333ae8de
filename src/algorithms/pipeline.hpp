/// @file Pipeline: what the algorithms that send a vector in segments share.
#pragma once

#include <cstdint>

#include "algorithms/kernel.hpp"

namespace allfold::algorithms {

/// The pieces of the pipeline.
[[nodiscard]] inline int segments_of(const Task& task) {
  constexpr int by_default = 8;
  return task.parameters.segments == 0 ? by_default : task.parameters.segments;
}

/// The bytes of a segment from which on pipelines compete. Most MPI libraries send messages of less
/// than 64 KiB or so at once. Then many segments of one vector are on their way to a rank at the same
/// time, and share its link: the first ones, which all wait for, arrive late.
inline constexpr std::int64_t least_segment_of_pipelines = 64 << 10;

}  // namespace allfold::algorithms
