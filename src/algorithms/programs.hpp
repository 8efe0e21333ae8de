/// @file The programs of all ranks, and their times in the cost model.
#pragma once

#include <span>
#include <vector>

#include "algorithms/kernel.hpp"
#include "program/compile.hpp"

namespace allfold::algorithms {

/// The programs of all ranks. With Binding::in_place, on ranks that get the whole result, input
/// and result are one memory.
[[nodiscard]] std::vector<program::Program> programs_of(
    const Kernel& kernel, const Task& task, program::Binding binding,
    const program::Segmentation& segmentation = {});

/// The seconds that the programs of a kernel take for vectors of `bytes` bytes, on each of several
/// machines that have the same nodes, switches, groups and rounds. Operations run in program order,
/// except for messages that overtake others according to the kernel's `claim`.
[[nodiscard]] std::vector<double> program_seconds(const std::vector<program::Program>& programs,
                                                  const Claim& claim,
                                                  std::span<const cost::CostModel> models,
                                                  double bytes);
/// The same on one machine.
[[nodiscard]] double program_seconds(const std::vector<program::Program>& programs,
                                     const Claim& claim, const cost::CostModel& model,
                                     double bytes);

}  // namespace allfold::algorithms
