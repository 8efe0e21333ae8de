/// @file Scalar loops: every operation on every type, one element after the other.
///
/// They say what the vectors of the other targets must compute, and serve where there are none.
#pragma once

#include <cstddef>

#include "ops/loop.hpp"

namespace allfold::ops {

[[nodiscard]] const Loop* find_scalar_loop(ReductionOp op, ElementType type);

/// Elements [first, last) of the complex product of all operands, from the left. The loops over
/// vectors leave those elements to it whose parts both come out NaN.
void multiply_complex_float32(void* into, const void* const* operands, std::size_t count,
                              std::size_t first, std::size_t last);
void multiply_complex_float64(void* into, const void* const* operands, std::size_t count,
                              std::size_t first, std::size_t last);

}  // namespace allfold::ops
