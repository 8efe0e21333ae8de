/// @file Elements: the C types of each ElementType, and the operations that are defined on them.
#pragma once

#include <cfloat>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "ops/loop.hpp"

namespace allfold::ops {

__extension__ using Int128 = __int128;
__extension__ using UnsignedInt128 = unsigned __int128;

/// Stands for a type that the compiler lacks.
struct NoElement {};

#if defined(__SIZEOF_FLOAT128__)
__extension__ using Float128 = __float128;
#elif LDBL_MANT_DIG == 113
using Float128 = long double;
#else
using Float128 = NoElement;
#endif

template <typename Part>
struct ComplexOf {
  Part re;
  Part im;
};
template <>
struct ComplexOf<NoElement> : NoElement {};

template <typename Value, typename Index>
struct PairOf {
  Value value;
  Index index;
};

enum class ElementKind : std::uint8_t { none, integer, floating, complex, pair };

template <ElementKind element_kind, typename T>
struct ElementOf {
  using Type = T;
  static constexpr ElementKind kind =
      std::is_base_of_v<NoElement, T> ? ElementKind::none : element_kind;
  static constexpr std::size_t size = kind == ElementKind::none ? 0 : sizeof(T);
};

template <ElementType type>
struct Element;

template <>
struct Element<ElementType::int8> : ElementOf<ElementKind::integer, std::int8_t> {};
template <>
struct Element<ElementType::uint8> : ElementOf<ElementKind::integer, std::uint8_t> {};
template <>
struct Element<ElementType::int16> : ElementOf<ElementKind::integer, std::int16_t> {};
template <>
struct Element<ElementType::uint16> : ElementOf<ElementKind::integer, std::uint16_t> {};
template <>
struct Element<ElementType::int32> : ElementOf<ElementKind::integer, std::int32_t> {};
template <>
struct Element<ElementType::uint32> : ElementOf<ElementKind::integer, std::uint32_t> {};
template <>
struct Element<ElementType::int64> : ElementOf<ElementKind::integer, std::int64_t> {};
template <>
struct Element<ElementType::uint64> : ElementOf<ElementKind::integer, std::uint64_t> {};
template <>
struct Element<ElementType::int128> : ElementOf<ElementKind::integer, Int128> {};

template <>
struct Element<ElementType::float32> : ElementOf<ElementKind::floating, float> {};
template <>
struct Element<ElementType::float64> : ElementOf<ElementKind::floating, double> {};
template <>
struct Element<ElementType::long_double> : ElementOf<ElementKind::floating, long double> {};
template <>
struct Element<ElementType::float128> : ElementOf<ElementKind::floating, Float128> {};

template <>
struct Element<ElementType::complex_float32> : ElementOf<ElementKind::complex, ComplexOf<float>> {};
template <>
struct Element<ElementType::complex_float64> : ElementOf<ElementKind::complex, ComplexOf<double>> {
};
template <>
struct Element<ElementType::complex_long_double>
    : ElementOf<ElementKind::complex, ComplexOf<long double>> {};
template <>
struct Element<ElementType::complex_float128>
    : ElementOf<ElementKind::complex, ComplexOf<Float128>> {};

template <>
struct Element<ElementType::float_int> : ElementOf<ElementKind::pair, PairOf<float, int>> {};
template <>
struct Element<ElementType::double_int> : ElementOf<ElementKind::pair, PairOf<double, int>> {};
template <>
struct Element<ElementType::long_int> : ElementOf<ElementKind::pair, PairOf<long, int>> {};
template <>
struct Element<ElementType::int_int> : ElementOf<ElementKind::pair, PairOf<int, int>> {};
template <>
struct Element<ElementType::short_int> : ElementOf<ElementKind::pair, PairOf<short, int>> {};
template <>
struct Element<ElementType::long_double_int>
    : ElementOf<ElementKind::pair, PairOf<long double, int>> {};
template <>
struct Element<ElementType::float_float> : ElementOf<ElementKind::pair, PairOf<float, float>> {};
template <>
struct Element<ElementType::double_double> : ElementOf<ElementKind::pair, PairOf<double, double>> {
};

/// Whether MPI defines the operation on elements of this kind.
constexpr bool is_defined(ReductionOp op, ElementKind kind) {
  switch (op) {
    case ReductionOp::sum:
    case ReductionOp::prod:
      return kind == ElementKind::integer || kind == ElementKind::floating ||
             kind == ElementKind::complex;
    case ReductionOp::max:
    case ReductionOp::min: return kind == ElementKind::integer || kind == ElementKind::floating;
    case ReductionOp::maxloc:
    case ReductionOp::minloc: return kind == ElementKind::pair;
    default: return kind == ElementKind::integer;
  }
}

}  // namespace allfold::ops
