/// @file The expected results of the loops, computed in the most obvious way.
#pragma once

#include <cstddef>
#include <span>

#include "ops/loops.hpp"

namespace allfold::ops::test {

/// Whether MPI defines the operation on the type (MPI 4.0, 6.9.2 and 6.9.4).
bool is_defined(ops::ReductionOp op, ops::ElementType type);

/// Has the semantics of Loop::reduce.
void reference_reduce(ops::ReductionOp op, ops::ElementType type, void* into, const void* left,
                      const void* right, std::size_t elements);

/// Has the semantics of Loop::reduce_many.
void reference_reduce_many(ops::ReductionOp op, ops::ElementType type, void* into,
                           std::span<const void* const> operands, std::size_t elements);

/// Replaces every NaN of a sum or product by the same NaN: its sign and payload are undefined.
/// Other operations only select.
void unify_nan(ops::ReductionOp op, ops::ElementType type, void* vector, std::size_t elements);

}  // namespace allfold::ops::test
