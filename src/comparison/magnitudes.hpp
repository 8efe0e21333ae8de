/// @file Magnitudes: what the bound of a difference is computed from.
///
/// Of a sum the bound is a multiple of Σ|x_i| over all ranks; other reductions, too, are known to
/// depend on the order of operands only by such a reduction of the inputs. Each rank contributes
/// the magnitudes of its own input; reduced over all ranks, they say what results may be.
#pragma once

#include <cstddef>
#include <cstdint>

#include "comparison/rule.hpp"

namespace allfold::comparison {

struct MagnitudeForm {
  std::int64_t count = 0;  ///< how many numbers they are; 0: none are needed
  ops::ElementType element = ops::ElementType::float64;
  ops::ReductionOp op = ops::ReductionOp::sum;  ///< by which ranks' magnitudes are reduced

  [[nodiscard]] std::size_t bytes() const;
};

/// For results of so many elements.
[[nodiscard]] MagnitudeForm magnitudes_of(const Form& form, std::int64_t elements);

/// The magnitudes of one rank of so many. `input` are elements as the form has them.
void fill_magnitudes(const Form& form, int ranks, const void* input, std::int64_t elements,
                     void* into);

/// The power of two that |x_i| is multiplied with for the magnitudes of a sum: such a sum does not
/// overflow unless an operand is infinite.
[[nodiscard]] int exponent_of_magnitudes(int ranks);

}  // namespace allfold::comparison
