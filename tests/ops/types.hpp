/// @file The C types of each ElementType, as a program declares them.
#pragma once

#include <cstdint>
#include <type_traits>

#include "ops/loops.hpp"

namespace allfold::ops::test {

__extension__ using Int128 = __int128;
__extension__ using UnsignedInt128 = unsigned __int128;

__extension__ using ComplexFloat = _Complex float;
__extension__ using ComplexDouble = _Complex double;
__extension__ using ComplexLongDouble = _Complex long double;

#if defined(__SIZEOF_FLOAT128__)
__extension__ using Float128 = __float128;
__extension__ typedef _Complex float ComplexFloat128 __attribute__((mode(TC)));  // NOLINT
#else
using Float128 = long double;
using ComplexFloat128 = ComplexLongDouble;
#endif

template <typename V, typename I>
struct Pair {
  using Value = V;
  using Index = I;
  Value value;
  Index index;
};

enum class Kind : std::uint8_t { integer, floating, complex, pair };

template <typename T>
constexpr Kind kind_of = Kind::integer;
template <>
inline constexpr Kind kind_of<float> = Kind::floating;
template <>
inline constexpr Kind kind_of<double> = Kind::floating;
template <>
inline constexpr Kind kind_of<long double> = Kind::floating;
template <>
inline constexpr Kind kind_of<ComplexFloat> = Kind::complex;
template <>
inline constexpr Kind kind_of<ComplexDouble> = Kind::complex;
template <>
inline constexpr Kind kind_of<ComplexLongDouble> = Kind::complex;
#if defined(__SIZEOF_FLOAT128__)
template <>
inline constexpr Kind kind_of<Float128> = Kind::floating;
template <>
inline constexpr Kind kind_of<ComplexFloat128> = Kind::complex;
#endif
template <typename V, typename I>
inline constexpr Kind kind_of<Pair<V, I>> = Kind::pair;

/// The type of a complex number's parts, under the name that it has as a type of its own: GCC 13
/// and later report the parts of ComplexFloat128 as _Float128, which is another type.
template <typename T>
struct Parts {
  using Type = std::remove_cvref_t<decltype(__real__(std::declval<T&>()))>;
};
#if defined(__SIZEOF_FLOAT128__)
template <>
struct Parts<ComplexFloat128> {
  using Type = Float128;
};
#endif
template <typename T>
using PartOf = typename Parts<T>::Type;

/// The bytes of a number that are not padding.
template <typename T>
inline constexpr std::size_t value_bytes = sizeof(T);
#if defined(__x86_64__)
template <>
inline constexpr std::size_t value_bytes<long double> = 10;
#endif

/// Calls `f.operator()<T>()` with the C type T.
template <typename F>
decltype(auto) with_type(ops::ElementType type, F&& f) {
  switch (type) {
    case ops::ElementType::int8: return f.template operator()<std::int8_t>();
    case ops::ElementType::uint8: return f.template operator()<std::uint8_t>();
    case ops::ElementType::int16: return f.template operator()<std::int16_t>();
    case ops::ElementType::uint16: return f.template operator()<std::uint16_t>();
    case ops::ElementType::int32: return f.template operator()<std::int32_t>();
    case ops::ElementType::uint32: return f.template operator()<std::uint32_t>();
    case ops::ElementType::int64: return f.template operator()<std::int64_t>();
    case ops::ElementType::uint64: return f.template operator()<std::uint64_t>();
    case ops::ElementType::int128: return f.template operator()<Int128>();
    case ops::ElementType::float32: return f.template operator()<float>();
    case ops::ElementType::float64: return f.template operator()<double>();
    case ops::ElementType::long_double: return f.template operator()<long double>();
    case ops::ElementType::float128: return f.template operator()<Float128>();
    case ops::ElementType::complex_float32: return f.template operator()<ComplexFloat>();
    case ops::ElementType::complex_float64: return f.template operator()<ComplexDouble>();
    case ops::ElementType::complex_long_double: return f.template operator()<ComplexLongDouble>();
    case ops::ElementType::complex_float128: return f.template operator()<ComplexFloat128>();
    case ops::ElementType::float_int: return f.template operator()<Pair<float, int>>();
    case ops::ElementType::double_int: return f.template operator()<Pair<double, int>>();
    case ops::ElementType::long_int: return f.template operator()<Pair<long, int>>();
    case ops::ElementType::int_int: return f.template operator()<Pair<int, int>>();
    case ops::ElementType::short_int: return f.template operator()<Pair<short, int>>();
    case ops::ElementType::long_double_int: return f.template operator()<Pair<long double, int>>();
    case ops::ElementType::float_float: return f.template operator()<Pair<float, float>>();
    case ops::ElementType::double_double: break;
  }
  return f.template operator()<Pair<double, double>>();
}

}  // namespace allfold::ops::test
