/// @file Judgement: whether two results of one reduction can both be right.
#pragma once

#include <cstdint>

#include "comparison/rule.hpp"

namespace allfold::comparison {

/// From harmless to wrong.
enum class Verdict : std::uint8_t {
  same,
  within,           ///< they differ by rounding
  order_sensitive,  ///< they differ, and how far they may is not known
  unexplained,      ///< by an operation of the program's, and more than rounding lets them
  mismatch,         ///< no order of the operands explains the difference: one of the two is wrong
};

struct Judgement {
  Verdict verdict = Verdict::same;
  /// The greatest difference, in units of the bound: the most that two correct results differ by.
  /// Above 1 for a mismatch; infinite where results must not differ at all.
  double worst = 0;
  std::int64_t first = -1;  ///< the first element that has this verdict; -1: all are the same
  std::int64_t count = 0;   ///< how many have it
};

/// Whether all elements are the same, at once; a zero of a sum, product or selection has no sign,
/// and a NaN is a NaN.
[[nodiscard]] bool are_same(const Form& form, const void* a, const void* b, std::int64_t elements);

/// Judges two results of `ranks` ranks. `magnitudes`: those of all ranks, reduced.
///
/// The bound of a sum is 2·(γ_p·Σ|x_i| + p·m), γ_p = p·u/(1 − p·u), with the unit roundoff u and
/// the least normal number m: each result is within half of it of the exact sum (Higham 2002,
/// section 4.2), also where numbers below m are flushed to zero. Of a product it is 2·γ_p·|Π x_i|,
/// as long as no partial product can overflow or fall below m; with complex numbers 2·γ_4p times
/// the modulus. Results of an operation that is not known, but associative, as MPI demands, differ by
/// rounding only: whole numbers not at all, floating-point numbers in the lower half of their digits,
/// beside the greatest of Σ|x_i| and the two.
[[nodiscard]] Judgement judge(const Form& form, int ranks, const void* a, const void* b,
                              const void* magnitudes, std::int64_t elements);

}  // namespace allfold::comparison
