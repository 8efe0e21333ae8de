/// @file Parts: the numbers of which elements consist, as comparisons use them.
#pragma once

#include <array>
#include <cfloat>
#include <cstddef>
#include <cstring>
#include <type_traits>
#include <utility>

#include "ops/element.hpp"
#include "ops/scalar_ops.hpp"

namespace allfold::comparison {

namespace detail {

template <class Result, class Function, std::size_t... index>
Result visited(ops::ElementType type, Function& function, std::index_sequence<index...> /*all*/) {
  Result result{};
  const auto visit_one = [&]<std::size_t i>() {
    using Element = ops::Element<static_cast<ops::ElementType>(i)>;
    if constexpr (Element::kind != ops::ElementKind::none)
      if (static_cast<std::size_t>(type) == i) result = function(Element{});
  };
  (visit_one.template operator()<index>(), ...);
  return result;
}

}  // namespace detail

/// Returns function(ops::Element<type>{}), or Result{} for a type that the compiler lacks.
template <class Result, class Function>
Result visited(ops::ElementType type, Function function) {
  return detail::visited<Result>(type, function, std::make_index_sequence<ops::element_types>{});
}

/// Loads an element, or a part of one, from any address.
template <class T>
T loaded(const std::byte* from) {
  T value;
  std::memcpy(&value, from, sizeof value);
  return value;
}

/// Mantissa digits and exponent range of a floating-point type.
template <class T>
struct Range {
  static constexpr bool is_wide = sizeof(T) > sizeof(double);
  static constexpr bool is_float = std::is_same_v<T, float>;
  static constexpr int digits = is_float                         ? FLT_MANT_DIG
                                : std::is_same_v<T, double>      ? DBL_MANT_DIG
                                : std::is_same_v<T, long double> ? LDBL_MANT_DIG
                                                                 : 113;
  static constexpr int max_exponent = is_float ? FLT_MAX_EXP : is_wide ? LDBL_MAX_EXP : DBL_MAX_EXP;
  static constexpr int min_exponent = is_float ? FLT_MIN_EXP : is_wide ? LDBL_MIN_EXP : DBL_MIN_EXP;
};

/// 2^exponent, which must be in the range of T.
template <class T>
constexpr T power_of_two(int exponent) {
  T power{1};
  T square = exponent < 0 ? T{1} / T{2} : T{2};
  for (auto left = static_cast<unsigned>(exponent < 0 ? -exponent : exponent); left != 0;) {
    if ((left & 1U) != 0) power *= square;
    left >>= 1U;
    if (left != 0) square *= square;
  }
  return power;
}

template <class T>
T absolute(T x) {
  return x < 0 ? -x : x;
}
using ops::is_infinite;
/// False for integers.
template <class T>
bool is_nan(T x) {
  if constexpr (ops::is_floating<T>)
    return ops::is_nan(x);
  else
    return false;
}
template <class T>
bool is_finite(T x) {
  return !is_nan(x) && !is_infinite(x);
}

/// Whether two numbers are the same; 0 and -0 are, and so are any two NaNs.
template <class T>
bool is_same_number(T a, T b) {
  return a == b || (is_nan(a) && is_nan(b));
}

/// The bytes of a number that hold its value: an 80-bit long double has padding.
template <class T>
constexpr std::size_t bytes_that_count = std::is_same_v<T, long double>&& LDBL_MANT_DIG == 64
                                             ? 10
                                             : sizeof(T);

template <class T>
bool has_same_bits(T a, T b) {
  std::array<std::byte, bytes_that_count<T>> of_a;
  std::array<std::byte, bytes_that_count<T>> of_b;
  std::memcpy(of_a.data(), &a, of_a.size());
  std::memcpy(of_b.data(), &b, of_b.size());
  return of_a == of_b;
}

}  // namespace allfold::comparison
