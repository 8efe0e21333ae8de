#include "comparison/magnitudes.hpp"

#include <bit>
#include <cmath>

#include "comparison/parts.hpp"

namespace allfold::comparison {

namespace {

using ops::ElementType;

/// The real type of a floating-point or complex element.
ElementType real_type_of(ElementType type) {
  switch (type) {
    case ElementType::float32:
    case ElementType::complex_float32: return ElementType::float32;
    case ElementType::long_double:
    case ElementType::complex_long_double: return ElementType::long_double;
    case ElementType::float128:
    case ElementType::complex_float128: return ElementType::float128;
    default: return ElementType::float64;
  }
}

bool is_complex(ElementType type) {
  return visited<bool>(
      type, []<class Element>(Element) { return Element::kind == ops::ElementKind::complex; });
}

bool is_real_or_complex(ElementType type) {
  return visited<bool>(type, []<class Element>(Element) {
    return Element::kind == ops::ElementKind::floating ||
           Element::kind == ops::ElementKind::complex;
  });
}

/// z| to the precision of a double.
template <class Real>
Real modulus(Real re, Real im) {
  const Real a = absolute(re);
  const Real b = absolute(im);
  const Real large = a < b ? b : a;
  const Real small = a < b ? a : b;
  if (is_nan(re) || is_nan(im)) return re + im;
  if (large == 0 || is_infinite(large)) return large;
  const auto ratio = static_cast<double>(small / large);
  return large * static_cast<Real>(std::sqrt(1 + ratio * ratio));
}
template <class Real>
Real modulus(Real x) {
  return absolute(x);
}
template <class Real>
Real modulus(ops::ComplexOf<Real> z) {
  return modulus(z.re, z.im);
}

template <class Real>
void store(std::byte* into, std::int64_t at, Real value) {
  std::memcpy(into + at * static_cast<std::int64_t>(sizeof value), &value, sizeof value);
}

/// x| of each real number, scaled by 2^exponent_of_magnitudes(ranks).
template <class Real>
void fill_sum(int ranks, const std::byte* input, std::int64_t numbers, std::byte* into) {
  const Real scale = power_of_two<Real>(exponent_of_magnitudes(ranks));
  for (std::int64_t i = 0; i < numbers; ++i)
    store(into, i,
          absolute(loaded<Real>(input + i * static_cast<std::int64_t>(sizeof(Real)))) * scale);
}

/// First the factors that can make a partial product large, max(|x|, 1), then those that can make
/// it small, min(|x|, 1). A NaN stays a NaN.
template <class Real, class T>
void fill_product(const std::byte* input, std::int64_t elements, std::byte* into) {
  for (std::int64_t i = 0; i < elements; ++i) {
    const Real size = modulus(loaded<T>(input + i * static_cast<std::int64_t>(sizeof(T))));
    store(into, i, size < 1 ? Real{1} : size);
    store(into, elements + i, size > 1 ? Real{1} : size);
  }
}

/// A NaN for each NaN, otherwise 0.
template <class Value>
void fill_selection(std::size_t stride, const std::byte* input, std::int64_t elements,
                    std::byte* into) {
  for (std::int64_t i = 0; i < elements; ++i) {
    const auto value = loaded<Value>(input + i * static_cast<std::int64_t>(stride));
    store(into, i, is_nan(value) ? static_cast<float>(NAN) : 0.0F);
  }
}

/// Whether the magnitudes are the sums of |x|.
bool sums_up(const Form& form) { return form.rule == Rule::sum || form.rule == Rule::unknown; }

template <class Element>
void fill(const Form& form, int ranks, const std::byte* input, std::int64_t elements,
          std::byte* into) {
  using T = typename Element::Type;
  if constexpr (Element::kind == ops::ElementKind::pair) {
    fill_selection<decltype(T::value)>(sizeof(T), input, elements, into);
  } else if constexpr (Element::kind == ops::ElementKind::floating) {
    if (sums_up(form)) fill_sum<T>(ranks, input, elements, into);
    if (form.rule == Rule::product) fill_product<T, T>(input, elements, into);
    if (form.rule == Rule::selection) fill_selection<T>(sizeof(T), input, elements, into);
  } else if constexpr (Element::kind == ops::ElementKind::complex) {
    using Real = decltype(T::re);
    if (sums_up(form)) fill_sum<Real>(ranks, input, 2 * elements, into);
    if (form.rule == Rule::product) fill_product<Real, T>(input, elements, into);
  }
}

}  // namespace

std::size_t MagnitudeForm::bytes() const {
  return static_cast<std::size_t>(count) *
         visited<std::size_t>(element, []<class Element>(Element) { return Element::size; });
}

int exponent_of_magnitudes(int ranks) {
  return -static_cast<int>(std::bit_width(static_cast<unsigned>(ranks))) - 1;
}

MagnitudeForm magnitudes_of(const Form& form, std::int64_t elements) {
  if (!form.element || form.rule == Rule::bits) return {};
  if (form.rule == Rule::unknown && !is_real_or_complex(*form.element)) return {};
  if (form.rule == Rule::selection)
    return {.count = elements, .element = ElementType::float32, .op = ops::ReductionOp::sum};
  const bool has_two = form.rule == Rule::product || is_complex(*form.element);
  return {.count = (has_two ? 2 : 1) * elements,
          .element = real_type_of(*form.element),
          .op = form.rule == Rule::product ? ops::ReductionOp::prod : ops::ReductionOp::sum};
}

void fill_magnitudes(const Form& form, int ranks, const void* input, std::int64_t elements,
                     void* into) {
  if (magnitudes_of(form, elements).count == 0) return;
  static_cast<void>(visited<bool>(*form.element, [&]<class Element>(Element) {
    fill<Element>(form, ranks, static_cast<const std::byte*>(input), elements,
                  static_cast<std::byte*>(into));
    return true;
  }));
}

void keep_magnitudes(const Form& form, std::int64_t elements, schedule::Blocks kept,
                     void* magnitudes) {
  const MagnitudeForm all = magnitudes_of(form, elements);
  if (all.count == 0 || kept.size() == elements) return;
  // Those of a product are in two vectors; others of an element are next to each other.
  const std::int64_t vectors = form.rule == Rule::product ? 2 : 1;
  const std::size_t of_element = all.bytes() / static_cast<std::size_t>(vectors * elements);
  auto* const bytes = static_cast<std::byte*>(magnitudes);
  for (std::int64_t vector = 0; vector < vectors; ++vector)
    std::memmove(bytes + static_cast<std::size_t>(vector * kept.size()) * of_element,
                 bytes + static_cast<std::size_t>(vector * elements + kept.first) * of_element,
                 static_cast<std::size_t>(kept.size()) * of_element);
}

}  // namespace allfold::comparison
