/// @file Magnitudes: the numbers from which the bound of a difference is computed.
///
/// The bound of a sum is a multiple of Σ|x_i| over all ranks. The bounds of other reductions follow
/// from similar reductions of the inputs. Each rank computes the magnitudes of its own input;
/// reduced over all ranks, they give the bounds.
#pragma once

#include <cstddef>
#include <cstdint>

#include "comparison/rule.hpp"
#include "schedule/blocks.hpp"

namespace allfold::comparison {

struct MagnitudeForm {
  std::int64_t count = 0;  ///< how many numbers; 0 if no magnitudes are needed
  ops::ElementType element = ops::ElementType::float64;
  ops::ReductionOp op = ops::ReductionOp::sum;  ///< reduces the magnitudes of the ranks

  [[nodiscard]] std::size_t bytes() const;
};

/// The magnitudes for results of `elements` elements.
[[nodiscard]] MagnitudeForm magnitudes_of(const Form& form, std::int64_t elements);

/// Computes the magnitudes of one of `ranks` ranks. `input` holds elements of the form.
void fill_magnitudes(const Form& form, int ranks, const void* input, std::int64_t elements,
                     void* into);

/// Moves the magnitudes for some of `elements` elements to the start, where they are as if there were
/// no others.
void keep_magnitudes(const Form& form, std::int64_t elements, schedule::Blocks kept,
                     void* magnitudes);

/// The exponent of the power of two by which |x_i| is multiplied in the magnitudes of a sum, so
/// that their sum does not overflow unless an operand is infinite.
[[nodiscard]] int exponent_of_magnitudes(int ranks);

}  // namespace allfold::comparison
