/// @file Finding: what the difference of two numbers says, which two correct results may have.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>

#include "comparison/magnitudes.hpp"
#include "comparison/parts.hpp"
#include "comparison/verdict.hpp"

namespace allfold::comparison {

inline constexpr double infinity = std::numeric_limits<double>::infinity();

/// The finding for one number or one element. `units`: the difference in units of the bound.
struct Finding {
  Verdict verdict = Verdict::same;
  double units = 0;
};
inline constexpr Finding mismatch{.verdict = Verdict::mismatch, .units = infinity};
inline constexpr Finding not_explained{.verdict = Verdict::unexplained, .units = 0};
inline constexpr Finding order_sensitive{.verdict = Verdict::order_sensitive, .units = 0};

[[nodiscard]] inline Finding worse(Finding a, Finding b) {
  return a.verdict > b.verdict || (a.verdict == b.verdict && a.units >= b.units) ? a : b;
}

/// γ_n = n·u/(1 − n·u) of n operations, with the unit roundoff u.
template <class Real>
[[nodiscard]] Real gamma_of(std::int64_t operations) {
  const Real error = static_cast<Real>(operations) * power_of_two<Real>(-Range<Real>::digits);
  return error / (Real{1} - error);
}

/// The least normal number.
template <class Real>
inline constexpr Real least_normal = power_of_two<Real>(Range<Real>::min_exponent - 1);

/// `difference` and `bound` are not negative.
template <class Real>
[[nodiscard]] Finding by_bound(Real difference, Real bound) {
  const Real units = difference / bound;
  if (!(units <= 1)) return {.verdict = Verdict::mismatch, .units = static_cast<double>(units)};
  return {.verdict = Verdict::within, .units = static_cast<double>(units)};
}

/// `size`: the sum of the operands' magnitudes, scaled by 2^exponent_of_magnitudes(ranks).
template <class Real>
[[nodiscard]] Finding of_sum(int ranks, Real a, Real b, Real size) {
  if (is_same_number(a, b)) return {};
  if (is_nan(size)) return mismatch;  // an operand is a NaN, so a correct result is a NaN
  if (is_infinite(size)) return is_finite(a) || is_finite(b) ? mismatch : order_sensitive;
  const int exponent = exponent_of_magnitudes(ranks);
  if (!(size < power_of_two<Real>(Range<Real>::max_exponent - 1 + exponent)))
    return order_sensitive;  // a partial sum may overflow
  if (!is_finite(a) || !is_finite(b)) return mismatch;
  const Real total = size * power_of_two<Real>(-exponent);
  return by_bound(absolute(a - b), 2 * (gamma_of<Real>(ranks) * total +
                                        static_cast<Real>(ranks) * least_normal<Real>));
}

/// Whether every partial product is a normal number.
template <class Real>
[[nodiscard]] bool is_in_range(Real greatest, Real least) {
  return greatest < power_of_two<Real>(Range<Real>::max_exponent - 3) &&
         least > 4 * least_normal<Real>;
}

/// `greatest` and `least` bound the magnitudes of the partial products.
template <class Real>
[[nodiscard]] Finding of_product(int ranks, Real a, Real b, Real greatest, Real least) {
  if (is_same_number(a, b)) return {};
  if (is_nan(greatest)) return mismatch;
  if (!is_in_range(greatest, least)) return order_sensitive;
  if (!is_finite(a) || !is_finite(b)) return mismatch;
  const Real smaller = absolute(a) < absolute(b) ? absolute(a) : absolute(b);
  return by_bound(absolute(a - b), 2 * gamma_of<Real>(ranks) * smaller);
}

/// The larger of |re| and |im|, which is at least 0.7 times the modulus.
template <class Real>
[[nodiscard]] Real larger_part(ops::ComplexOf<Real> z) {
  return absolute(z.re) < absolute(z.im) ? absolute(z.im) : absolute(z.re);
}

template <class Real>
[[nodiscard]] Finding of_product(int ranks, ops::ComplexOf<Real> a, ops::ComplexOf<Real> b,
                                 Real greatest, Real least) {
  if (is_same_number(a.re, b.re) && is_same_number(a.im, b.im)) return {};
  // One part of a NaN product may be infinite or finite while the other is a NaN.
  if (is_nan(greatest) || !is_in_range(greatest, least)) return order_sensitive;
  const ops::ComplexOf<Real> difference{.re = a.re - b.re, .im = a.im - b.im};
  if (!is_finite(difference.re) || !is_finite(difference.im)) return mismatch;
  const Real smaller = larger_part(a) < larger_part(b) ? larger_part(a) : larger_part(b);
  constexpr int operations_in_product = 4;
  const std::int64_t operations = std::int64_t{operations_in_product} * ranks;
  return by_bound(larger_part(difference), 2 * gamma_of<Real>(operations) * smaller);
}

/// For an operation that is not known. `size` is as in of_sum.
template <class Real>
[[nodiscard]] Finding of_unknown(int ranks, Real a, Real b, Real size) {
  const Real total = size * power_of_two<Real>(-exponent_of_magnitudes(ranks));
  if (is_same_number(a, b) || !is_finite(a) || !is_finite(b) || !is_finite(total))
    return order_sensitive;
  const Real greatest = std::max({total, absolute(a), absolute(b)});
  const Real bound = greatest * power_of_two<Real>(-Range<Real>::digits / 2);
  // The halves avoid overflow.
  return absolute(a / 2 - b / 2) <= bound / 2 ? order_sensitive : not_explained;
}

}  // namespace allfold::comparison
