/// @file Link sharing: the cost of shared links, which claims do not include.
#pragma once

#include "algorithms/kernel.hpp"
#include "cost/model.hpp"

namespace allfold::algorithms {

/// The time that messages take longer because other ranks use the same adapters, or the same links
/// between switches or groups, in the same round: in seconds per byte of the vector. Estimated from
/// a sample of ranks; a Reduce takes the middle rank as root. 0 if the model has no shared links.
[[nodiscard]] double seconds_a_byte_of_sharing(const Kernel& kernel, Task task,
                                               const cost::CostModel& model);

/// The vectors that a Reduce to the middle rank makes one rank send, or receive: the most of the
/// root and of a few ranks that send to it. While Reduces follow each other, none can take less
/// time than this takes on the rank's link.
[[nodiscard]] double vectors_on_busiest_link(const Kernel& kernel, Task task);

}  // namespace allfold::algorithms
