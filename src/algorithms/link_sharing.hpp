/// @file Link sharing: what it costs that ranks share links, beyond what claims say.
#pragma once

#include "algorithms/kernel.hpp"
#include "cost/model.hpp"

namespace allfold::algorithms {

/// Seconds for each byte of the vectors that messages take longer as other ranks use the same
/// adapters, or the same links between nodes or groups of them, in the same round. That of the ranks
/// of a few groups or nodes, in a Reduce around a root amid the ranks. 0 where the model knows no such
/// links.
[[nodiscard]] double seconds_a_byte_of_sharing(const Kernel& kernel, Task task,
                                               const cost::CostModel& model);

/// How many links a message of a candidate takes: the mean of its rounds, in each of them of what a few
/// ranks send and take.
[[nodiscard]] double links_of_mean_message(const Kernel& kernel, Task task,
                                           const cost::CostModel& model);

}  // namespace allfold::algorithms
