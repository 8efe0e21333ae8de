/// @file Reference: the result with which other results are compared, from all ranks' inputs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "comparison/rule.hpp"

namespace allfold::comparison {

/// The reduction of all inputs of `elements` elements each. Sums of floating-point numbers use
/// compensated summation (Neumaier 1974). Sums and products are computed at least in long double
/// precision and rounded at the end. All other reductions go from left to right.
[[nodiscard]] std::vector<std::byte> reference_of(ops::ReductionOp op, const Form& form,
                                                  std::span<const void* const> inputs,
                                                  std::int64_t elements);

/// The magnitudes of all inputs, reduced.
[[nodiscard]] std::vector<std::byte> magnitudes_of_all(const Form& form,
                                                       std::span<const void* const> inputs,
                                                       std::int64_t elements);

}  // namespace allfold::comparison
