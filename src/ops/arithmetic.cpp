// Sums, products, maxima and minima of integers and floats, and sums of complex numbers.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/arithmetic.cpp"
#include "ops/instruction_sets.hpp"

#include <hwy/foreach_target.h>

#include "ops/vector_loops.hpp"

#if ALLFOLD_TARGET_HAS_VECTORS
HWY_BEFORE_NAMESPACE();
namespace allfold::ops::HWY_NAMESPACE {

template <class T, std::size_t element_size = sizeof(T)>
struct Sum : Lanewise<T, element_size> {
  template <class D, class V>
  static HWY_INLINE V apply(D /*d*/, V left, V right) {
    return hn::Add(left, right);
  }
};

/// Multiplies bytes: the even and the odd bytes separately, as products of 16-bit lanes.
template <class D, class V>
HWY_INLINE V product_of_bytes(D d, V left, V right) {
  if constexpr (hn::MaxLanes(D()) == 1) {
    const unsigned product = unsigned{hn::GetLane(left)} * hn::GetLane(right);
    return hn::Set(d, static_cast<std::uint8_t>(product));
  } else {
    const hn::Repartition<std::uint16_t, D> d16;
    const auto even_bytes = hn::Set(d16, 0x00FF);
    const auto left16 = hn::BitCast(d16, left);
    const auto right16 = hn::BitCast(d16, right);
    const auto even = hn::Mul(left16, right16);
    const auto odd = hn::Mul(hn::ShiftRight<8>(left16), hn::AndNot(even_bytes, right16));
    return hn::BitCast(d, hn::Or(hn::And(even_bytes, even), odd));
  }
}

/// Multiplies 64-bit lanes, modulo 2^64, by products of 32-bit halves.
template <class D, class V>
HWY_INLINE V product_of_halves(D d, V left, V right) {
  const hn::Repartition<std::uint32_t, D> d32;
  const auto left32 = hn::BitCast(d32, left);
  const auto right32 = hn::BitCast(d32, right);
  const auto crossed = hn::BitCast(d, hn::Mul(left32, hn::Reverse2(d32, right32)));
  const auto high = hn::Add(crossed, hn::ShiftLeft<32>(crossed));
  const auto low_half = hn::Set(d, 0xFFFFFFFFU);
  return hn::Add(hn::AndNot(low_half, high), hn::MulEven(left32, right32));
}

template <class T>
struct Prod : Lanewise<T> {
  template <class D, class V>
  static HWY_INLINE V apply(D d, V left, V right) {
    if constexpr (sizeof(T) == 1) {
      return product_of_bytes(d, left, right);
    } else if constexpr (std::is_same_v<T, std::uint64_t>) {
      return product_of_halves(d, left, right);
    } else {
      return hn::Mul(left, right);
    }
  }
};

// Floats do not use Highway's Max and Min, whose result for a NaN depends on the target.
template <class T>
struct Max : Lanewise<T> {
  template <class D, class V>
  static HWY_INLINE V apply(D /*d*/, V left, V right) {
    if constexpr (hwy::IsFloat<T>()) {
      return hn::IfThenElse(hn::Gt(right, left), right, left);
    } else {
      return hn::Max(left, right);
    }
  }
};
template <class T>
struct Min : Lanewise<T> {
  template <class D, class V>
  static HWY_INLINE V apply(D /*d*/, V left, V right) {
    if constexpr (hwy::IsFloat<T>()) {
      return hn::IfThenElse(hn::Lt(right, left), right, left);
    } else {
      return hn::Min(left, right);
    }
  }
};

const Loop* sum_loop(ElementType type) {
  switch (type) {
    case ElementType::int8:
    case ElementType::uint8: return &loop_of<Sum<std::uint8_t>>;
    case ElementType::int16:
    case ElementType::uint16: return &loop_of<Sum<std::uint16_t>>;
    case ElementType::int32:
    case ElementType::uint32: return &loop_of<Sum<std::uint32_t>>;
    case ElementType::int64:
    case ElementType::uint64: return &loop_of<Sum<std::uint64_t>>;
    case ElementType::float32: return &loop_of<Sum<float>>;
    case ElementType::float64: return &loop_of<Sum<double>>;
    case ElementType::complex_float32: return &loop_of<Sum<float, 2 * sizeof(float)>>;
    case ElementType::complex_float64: return &loop_of<Sum<double, 2 * sizeof(double)>>;
    default: return nullptr;
  }
}

const Loop* prod_loop(ElementType type) {
  switch (type) {
    case ElementType::int8:
    case ElementType::uint8: return &loop_of<Prod<std::uint8_t>>;
    case ElementType::int16:
    case ElementType::uint16: return &loop_of<Prod<std::uint16_t>>;
    case ElementType::int32:
    case ElementType::uint32: return &loop_of<Prod<std::uint32_t>>;
    case ElementType::int64:
    case ElementType::uint64: return &loop_of<Prod<std::uint64_t>>;
    case ElementType::float32: return &loop_of<Prod<float>>;
    case ElementType::float64: return &loop_of<Prod<double>>;
    default: return nullptr;
  }
}

template <template <class> class Op>
const Loop* ordered_loop(ElementType type) {
  switch (type) {
    case ElementType::int8: return &loop_of<Op<std::int8_t>>;
    case ElementType::uint8: return &loop_of<Op<std::uint8_t>>;
    case ElementType::int16: return &loop_of<Op<std::int16_t>>;
    case ElementType::uint16: return &loop_of<Op<std::uint16_t>>;
    case ElementType::int32: return &loop_of<Op<std::int32_t>>;
    case ElementType::uint32: return &loop_of<Op<std::uint32_t>>;
    case ElementType::int64: return &loop_of<Op<std::int64_t>>;
    case ElementType::uint64: return &loop_of<Op<std::uint64_t>>;
    case ElementType::float32: return &loop_of<Op<float>>;
    case ElementType::float64: return &loop_of<Op<double>>;
    default: return nullptr;
  }
}

}  // namespace allfold::ops::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

namespace allfold::ops {
template <>
const Loop* find_arithmetic_loop<HWY_TARGET>(ReductionOp op, ElementType type) {
  switch (op) {
    case ReductionOp::sum: return HWY_NAMESPACE::sum_loop(type);
    case ReductionOp::prod: return HWY_NAMESPACE::prod_loop(type);
    case ReductionOp::max: return HWY_NAMESPACE::ordered_loop<HWY_NAMESPACE::Max>(type);
    case ReductionOp::min: return HWY_NAMESPACE::ordered_loop<HWY_NAMESPACE::Min>(type);
    default: return nullptr;
  }
}
}  // namespace allfold::ops
#endif
