/// @file The registry of all kernels.
#pragma once

#include <span>
#include <string_view>

#include "algorithms/kernel.hpp"

namespace allfold::algorithms {

/// All kernels, in the order in which they are shown.
[[nodiscard]] std::span<const Kernel> kernels();

/// The kernel of that name, or null.
[[nodiscard]] const Kernel* find_kernel(std::string_view name);

}  // namespace allfold::algorithms
