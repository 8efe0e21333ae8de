/// @file Scalar loops: all operations on all types, one element at a time.
///
/// They define the results of the vector loops, and are used where there is no vector loop.
#pragma once

#include <cstddef>

#include "ops/loop.hpp"

namespace allfold::ops {

[[nodiscard]] const Loop* find_scalar_loop(ReductionOp op, ElementType type);

/// Elements [first, last) of the complex product of all operands, from the left. The vector loops
/// call it for elements that may need infinities recovered: those with a NaN in the result.
void multiply_complex_float32(void* into, const void* const* operands, std::size_t count,
                              std::size_t first, std::size_t last);
void multiply_complex_float64(void* into, const void* const* operands, std::size_t count,
                              std::size_t first, std::size_t last);

}  // namespace allfold::ops
