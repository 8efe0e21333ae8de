/// @file Reference: the result that other results are compared with, from the inputs of all ranks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "comparison/rule.hpp"

namespace allfold::comparison {

/// The reduction of all inputs, of so many elements each: sums of floating-point numbers by
/// compensated summation (Neumaier 1974) and products, both in at least the precision of a long
/// double and rounded in the end; all else from the left.
[[nodiscard]] std::vector<std::byte> reference_of(ops::ReductionOp op, const Form& form,
                                                  std::span<const void* const> inputs,
                                                  std::int64_t elements);

/// The magnitudes of all inputs, reduced.
[[nodiscard]] std::vector<std::byte> magnitudes_of_all(const Form& form,
                                                       std::span<const void* const> inputs,
                                                       std::int64_t elements);

}  // namespace allfold::comparison
