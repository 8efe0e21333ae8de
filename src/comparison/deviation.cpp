#include "comparison/deviation.hpp"

#include <algorithm>
#include <cstring>

#include "comparison/finding.hpp"
#include "comparison/magnitudes.hpp"
#include "comparison/parts.hpp"

namespace allfold::comparison {

namespace {

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
  [[nodiscard]] Finding finding(const Form& form, int ranks, const std::byte* magnitudes,
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
Deviation deviation_of_bytes(const Form& form, const std::byte* a, const std::byte* b,
                             std::int64_t elements) {
  Deviation all;
  for (std::int64_t i = 0; i < elements; ++i) {
    const std::int64_t at = i * static_cast<std::int64_t>(form.stride);
    if (std::memcmp(a + at, b + at, form.stride) == 0) continue;
    all.verdict = Verdict::order_sensitive;
    if (all.count++ == 0) all.first = i;
  }
  return all;
}

void add(Deviation& all, const Finding& finding, std::int64_t element) {
  if (finding.units > all.worst) all.worst = finding.units;
  if (finding.verdict > all.verdict) {
    all.verdict = finding.verdict;
    all.first = element;
    all.count = 0;
  }
  if (finding.verdict == all.verdict && all.first >= 0) ++all.count;
}

template <class Element>
Deviation deviation_of_elements(const Form& form, int ranks, const std::byte* a, const std::byte* b,
                                const std::byte* magnitudes, std::int64_t elements) {
  Deviation all;
  for (std::int64_t i = 0; i < elements; ++i) {
    const std::int64_t at = i * static_cast<std::int64_t>(form.stride);
    const Pair<Element> pair(a + at, b + at);
    add(all, pair.finding(form, ranks, magnitudes, i, elements), i);
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

Deviation deviation_of(const Form& form, int ranks, const void* a, const void* b,
                       const void* magnitudes, std::int64_t elements) {
  const auto* of_a = static_cast<const std::byte*>(a);
  const auto* of_b = static_cast<const std::byte*>(b);
  if (!form.element) return deviation_of_bytes(form, of_a, of_b, elements);
  return visited<Deviation>(*form.element, [&]<class Element>(Element) {
    return deviation_of_elements<Element>(form, ranks, of_a, of_b,
                                          static_cast<const std::byte*>(magnitudes), elements);
  });
}

}  // namespace allfold::comparison
