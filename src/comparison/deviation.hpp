/// @file Deviation: how far two results of one reduction differ, and whether both can be correct.
#pragma once

#include <cstdint>

#include "comparison/rule.hpp"
#include "comparison/verdict.hpp"

namespace allfold::comparison {

struct Deviation {
  Verdict verdict = Verdict::same;
  /// The greatest difference in units of the bound, which is the most that two correct results can
  /// differ by. Greater than 1 for a mismatch; infinite if the results must be equal.
  double worst = 0;
  std::int64_t first = -1;  ///< the first element with this verdict; -1 if all are the same
  std::int64_t count = 0;   ///< the number of elements with this verdict
};

/// Whether all elements are the same. In sums, products and selections, 0 and -0 are the same, and
/// any two NaNs are the same.
[[nodiscard]] bool are_same(const Form& form, const void* a, const void* b, std::int64_t elements);

/// Compares two results `a` and `b` of a reduction over `ranks` ranks. `magnitudes`: the magnitudes
/// of all ranks' inputs, reduced; see magnitudes_of().
///
/// u is the unit roundoff, m the least normal number, and γ_n = n·u/(1 − n·u). The bounds are:
///
/// - sum: 2·(γ_p·Σ|x_i| + p·m). Each result is within half of that of the exact sum (Higham 2002,
///   section 4.2), also if numbers below m are flushed to zero.
/// - product: 2·γ_p·|Π x_i|, provided that no partial product can overflow or fall below m. For
///   complex numbers γ_4p and the modulus are used.
/// - user-defined operation, which MPI requires to be associative: equal integers; floating-point
///   numbers agree in the upper half of their digits, relative to the largest of Σ|x_i| and the two
///   results.
[[nodiscard]] Deviation deviation_of(const Form& form, int ranks, const void* a, const void* b,
                                     const void* magnitudes, std::int64_t elements);

}  // namespace allfold::comparison
