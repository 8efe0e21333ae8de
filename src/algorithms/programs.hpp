/// @file The programs of all ranks, and what they take.
#pragma once

#include <span>
#include <vector>

#include "algorithms/kernel.hpp"
#include "program/compile.hpp"

namespace allfold::algorithms {

/// The programs of all ranks. With `in_place` those ranks that get the result have it in place.
[[nodiscard]] std::vector<program::Program> programs_of(
    const Kernel& kernel, const Task& task, program::Binding binding,
    const program::Segmentation& segmentation = {});

/// Seconds that the programs of a kernel take on each of the machines, which have the same nodes,
/// switches, groups and rounds, for vectors of `bytes` bytes. `claim` is the kernel's: operations go
/// in the order of the programs, but for messages that it says overtake others.
[[nodiscard]] std::vector<double> program_seconds(const std::vector<program::Program>& programs,
                                                  const Claim& claim,
                                                  std::span<const cost::CostModel> models,
                                                  double bytes);
/// The same on one machine.
[[nodiscard]] double program_seconds(const std::vector<program::Program>& programs,
                                     const Claim& claim, const cost::CostModel& model,
                                     double bytes);

}  // namespace allfold::algorithms
