#include "comparison/judgement.hpp"

#include <algorithm>
#include <cstring>
#include <limits>

#include "comparison/magnitudes.hpp"
#include "comparison/parts.hpp"

namespace allfold::comparison {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// The finding for one number or one element. `units`: the difference in units of the bound.
struct Finding {
  Verdict verdict = Verdict::same;
  double units = 0;
};
constexpr Finding mismatch{.verdict = Verdict::mismatch, .units = infinity};
constexpr Finding not_explained{.verdict = Verdict::unexplained, .units = 0};
constexpr Finding order_sensitive{.verdict = Verdict::order_sensitive, .units = 0};

Finding worse(Finding a, Finding b) {
  return a.verdict > b.verdict || (a.verdict == b.verdict && a.units >= b.units) ? a : b;
}

/// γ_n = n·u/(1 − n·u) of n operations, with the unit roundoff u.
template <class Real>
Real gamma_of(std::int64_t operations) {
  const Real error = static_cast<Real>(operations) * power_of_two<Real>(-Range<Real>::digits);
  return error / (Real{1} - error);
}

template <class Real>
constexpr Real least_normal = power_of_two<Real>(Range<Real>::min_exponent - 1);

template <class Real>
Finding by_bound(Real difference, Real bound) {
  const Real units = difference / bound;
  if (!(units <= 1)) return {.verdict = Verdict::mismatch, .units = static_cast<double>(units)};
  return {.verdict = Verdict::within, .units = static_cast<double>(units)};
}

/// `size`: the sum of the operands' magnitudes, scaled by 2^exponent_of_magnitudes(ranks).
template <class Real>
Finding of_sum(int ranks, Real a, Real b, Real size) {
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
bool is_in_range(Real greatest, Real least) {
  return greatest < power_of_two<Real>(Range<Real>::max_exponent - 3) &&
         least > 4 * least_normal<Real>;
}

template <class Real>
Finding of_product(int ranks, Real a, Real b, Real greatest, Real least) {
  if (is_same_number(a, b)) return {};
  if (is_nan(greatest)) return mismatch;
  if (!is_in_range(greatest, least)) return order_sensitive;
  if (!is_finite(a) || !is_finite(b)) return mismatch;
  const Real smaller = absolute(a) < absolute(b) ? absolute(a) : absolute(b);
  return by_bound(absolute(a - b), 2 * gamma_of<Real>(ranks) * smaller);
}

/// The larger of |re| and |im|, which is at least 0.7 times the modulus.
template <class Real>
Real larger_part(ops::ComplexOf<Real> z) {
  return absolute(z.re) < absolute(z.im) ? absolute(z.im) : absolute(z.re);
}

template <class Real>
Finding of_product(int ranks, ops::ComplexOf<Real> a, ops::ComplexOf<Real> b, Real greatest,
                   Real least) {
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
Finding of_unknown(int ranks, Real a, Real b, Real size) {
  const Real total = size * power_of_two<Real>(-exponent_of_magnitudes(ranks));
  if (is_same_number(a, b) || !is_finite(a) || !is_finite(b) || !is_finite(total))
    return order_sensitive;
  const Real greatest = std::max({total, absolute(a), absolute(b)});
  const Real bound = greatest * power_of_two<Real>(-Range<Real>::digits / 2);
  // The halves avoid overflow.
  return absolute(a / 2 - b / 2) <= bound / 2 ? order_sensitive : not_explained;
}

/// One element in two results.
template <class Element>
class Pair {
  using T = typename Element::Type;

 public:
  Pair(const std::byte* a, const std::byte* b) : a_(a), b_(b) {}

  [[nodiscard]] bool is_same(const Form& form) const {
    return form.rule == Rule::bits || form.rule == Rule::unknown
               ? all_parts([](auto a, auto b) { return has_same_bits(a, b); })
               : all_parts([](auto a, auto b) { return is_same_number(a, b); });
  }

  /// `i`: the element's number among `elements`.
  [[nodiscard]] Finding judged(const Form& form, int ranks, const std::byte* magnitudes,
                               std::int64_t i, std::int64_t elements) const {
    if (form.rule == Rule::unknown)
      return is_same(form) ? Finding{} : of_unknown_operation(ranks, magnitudes, i);
    if (form.rule == Rule::selection) {
      const auto flag = loaded<float>(magnitudes + i * std::int64_t{sizeof(float)});
      return is_same(form) ? Finding{} : is_nan(flag) ? order_sensitive : mismatch;
    }
    if constexpr (Element::kind == ops::ElementKind::floating) {
      const auto size = [&](std::int64_t at) { return magnitude<T>(magnitudes, at); };
      return form.rule == Rule::sum
                 ? of_sum(ranks, loaded<T>(a_), loaded<T>(b_), size(i))
                 : of_product(ranks, loaded<T>(a_), loaded<T>(b_), size(i), size(elements + i));
    } else if constexpr (Element::kind == ops::ElementKind::complex) {
      const auto size = [&](std::int64_t at) { return magnitude<decltype(T::re)>(magnitudes, at); };
      const T a = loaded<T>(a_);
      const T b = loaded<T>(b_);
      return form.rule == Rule::sum ? worse(of_sum(ranks, a.re, b.re, size(2 * i)),
                                            of_sum(ranks, a.im, b.im, size(2 * i + 1)))
                                    : of_product(ranks, a, b, size(i), size(elements + i));
    } else {
      return is_same(form) ? Finding{} : mismatch;
    }
  }

 private:
  [[nodiscard]] Finding of_unknown_operation(int ranks, const std::byte* magnitudes,
                                             std::int64_t i) const {
    if constexpr (Element::kind == ops::ElementKind::floating) {
      return of_unknown(ranks, loaded<T>(a_), loaded<T>(b_), magnitude<T>(magnitudes, i));
    } else if constexpr (Element::kind == ops::ElementKind::complex) {
      using Real = decltype(T::re);
      const T a = loaded<T>(a_);
      const T b = loaded<T>(b_);
      const Real size = magnitude<Real>(magnitudes, 2 * i) + magnitude<Real>(magnitudes, 2 * i + 1);
      return worse(of_unknown(ranks, a.re, b.re, size), of_unknown(ranks, a.im, b.im, size));
    } else if constexpr (Element::kind == ops::ElementKind::pair) {
      // After rounding, values may compare equal, and then either index may be correct.
      return ops::is_floating<decltype(T::value)> ? order_sensitive : not_explained;
    } else {
      return not_explained;
    }
  }

  template <class Real>
  static Real magnitude(const std::byte* magnitudes, std::int64_t at) {
    return loaded<Real>(magnitudes + at * static_cast<std::int64_t>(sizeof(Real)));
  }

  template <class Number, class Predicate>
  [[nodiscard]] bool part(std::size_t offset, Predicate holds) const {
    return holds(loaded<Number>(a_ + offset), loaded<Number>(b_ + offset));
  }
  template <class Predicate>
  [[nodiscard]] bool all_parts(Predicate holds) const {
    if constexpr (Element::kind == ops::ElementKind::complex)
      return part<decltype(T::re)>(0, holds) && part<decltype(T::im)>(offsetof(T, im), holds);
    else if constexpr (Element::kind == ops::ElementKind::pair)
      return part<decltype(T::value)>(0, holds) &&
             part<decltype(T::index)>(offsetof(T, index), holds);
    else
      return part<T>(0, holds);
  }

  const std::byte* a_;
  const std::byte* b_;
};

/// Elements of an unknown type: compared byte by byte.
Judgement judged_bytes(const Form& form, const std::byte* a, const std::byte* b,
                       std::int64_t elements) {
  Judgement all;
  for (std::int64_t i = 0; i < elements; ++i) {
    const std::int64_t at = i * static_cast<std::int64_t>(form.stride);
    if (std::memcmp(a + at, b + at, form.stride) == 0) continue;
    all.verdict = Verdict::order_sensitive;
    if (all.count++ == 0) all.first = i;
  }
  return all;
}

void add(Judgement& all, const Finding& finding, std::int64_t element) {
  if (finding.units > all.worst) all.worst = finding.units;
  if (finding.verdict > all.verdict) {
    all.verdict = finding.verdict;
    all.first = element;
    all.count = 0;
  }
  if (finding.verdict == all.verdict && all.first >= 0) ++all.count;
}

template <class Element>
Judgement judged_elements(const Form& form, int ranks, const std::byte* a, const std::byte* b,
                          const std::byte* magnitudes, std::int64_t elements) {
  Judgement all;
  for (std::int64_t i = 0; i < elements; ++i) {
    const std::int64_t at = i * static_cast<std::int64_t>(form.stride);
    const Pair<Element> pair(a + at, b + at);
    add(all, pair.judged(form, ranks, magnitudes, i, elements), i);
  }
  return all;
}

}  // namespace

bool are_same(const Form& form, const void* a, const void* b, std::int64_t elements) {
  const auto* of_a = static_cast<const std::byte*>(a);
  const auto* of_b = static_cast<const std::byte*>(b);
  const std::size_t bytes = static_cast<std::size_t>(elements) * form.stride;
  if (!form.element) return elements == 0 || std::memcmp(a, b, bytes) == 0;
  return visited<bool>(*form.element, [&]<class Element>(Element) {
    for (std::size_t at = 0; at < bytes; at += form.stride)
      if (!Pair<Element>(of_a + at, of_b + at).is_same(form)) return false;
    return true;
  });
}

Judgement judge(const Form& form, int ranks, const void* a, const void* b, const void* magnitudes,
                std::int64_t elements) {
  const auto* of_a = static_cast<const std::byte*>(a);
  const auto* of_b = static_cast<const std::byte*>(b);
  if (!form.element) return judged_bytes(form, of_a, of_b, elements);
  return visited<Judgement>(*form.element, [&]<class Element>(Element) {
    return judged_elements<Element>(form, ranks, of_a, of_b,
                                    static_cast<const std::byte*>(magnitudes), elements);
  });
}

}  // namespace allfold::comparison
