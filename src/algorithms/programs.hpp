/// @file The programs of all ranks.
#pragma once

#include <vector>

#include "algorithms/kernel.hpp"
#include "program/compile.hpp"

namespace allfold::algorithms {

/// The programs of all ranks. With `in_place` those ranks that get the result have it in place.
[[nodiscard]] std::vector<program::Program> programs_of(
    const Kernel& kernel, const Task& task, program::Binding binding,
    const program::Segmentation& segmentation = {});

}  // namespace allfold::algorithms
