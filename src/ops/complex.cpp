// Products of complex numbers. Even lanes hold real parts, odd lanes imaginary parts.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/complex.cpp"
#include "ops/instruction_sets.hpp"

#include <hwy/foreach_target.h>

#include "ops/scalar.hpp"
#include "ops/vector_loops.hpp"

#if ALLFOLD_TARGET_HAS_VECTORS
HWY_BEFORE_NAMESPACE();
namespace allfold::ops::HWY_NAMESPACE {

/// The textbook formula, which gives NaN + NaN i for some infinite operands.
template <class T>
struct PlainProduct : Lanewise<T, 2 * sizeof(T)> {
  template <class D, class V>
  static HWY_INLINE V apply(D d, V left, V right) {
    const auto by_re = hn::Mul(hn::DupEven(left), right);
    const auto by_im = hn::Mul(hn::DupOdd(left), hn::Reverse2(d, right));
    // Adding -x is the same as subtracting x. Subtracting in all lanes and selecting afterwards
    // would raise floating-point exceptions in lanes that are not used.
    const auto minus = hn::OddEven(hn::Zero(d), hn::Set(d, T{-0.0}));
    return hn::Add(by_re, hn::Xor(by_im, minus));
  }
};

HWY_INLINE void multiply_scalars(PlainProduct<float> /*op*/, void* into,
                                 const void* const* operands, std::size_t count, std::size_t first,
                                 std::size_t last) {
  multiply_complex_float32(into, operands, count, first, last);
}
HWY_INLINE void multiply_scalars(PlainProduct<double> /*op*/, void* into,
                                 const void* const* operands, std::size_t count, std::size_t first,
                                 std::size_t last) {
  multiply_complex_float64(into, operands, count, first, last);
}

template <class T>
HWY_INLINE auto nan_lanes(hn::VFromD<ByteVectors> bytes) {
  return hn::IsNaN(hn::BitCast(LanesOf<PlainProduct<T>, ByteVectors>(), bytes));
}

/// Vectors with a NaN lane, which are rare, are computed again as scalars. NaN + NaN i times
/// anything is NaN + NaN i, so checking the last product is enough.
template <class T, class Vectors>
HWY_INLINE void multiply(void* into, const Vectors& vectors, const void* const* operands,
                         std::size_t count, std::size_t elements) {
  using Op = PlainProduct<T>;
  const ByteVectors d8;
  const LanesOf<Op, ByteVectors> d;
  const Whole<ByteVectors> access{d8};
  const std::size_t step = hn::Lanes(d8);
  const std::size_t bytes = elements * Op::element_size;
  auto* const to = static_cast<Byte*>(into);
  std::size_t at = 0;
  for (; at + 4 * step <= bytes; at += 4 * step) {
    auto v0 = hn::Zero(d8);
    auto v1 = v0;
    auto v2 = v0;
    auto v3 = v0;
    vectors.four(access, at, v0, v1, v2, v3);
    const auto nan = hn::Or(hn::Or(nan_lanes<T>(v0), nan_lanes<T>(v1)),
                            hn::Or(nan_lanes<T>(v2), nan_lanes<T>(v3)));
    if (HWY_UNLIKELY(!hn::AllFalse(d, nan))) {
      multiply_scalars(Op(), into, operands, count, at / Op::element_size,
                       (at + 4 * step) / Op::element_size);
      continue;
    }
    access.store(v0, to + at);
    access.store(v1, to + at + step);
    access.store(v2, to + at + 2 * step);
    access.store(v3, to + at + 3 * step);
  }
  for (; at + step <= bytes; at += step) {
    const auto v = vectors.one(access, at);
    if (HWY_UNLIKELY(!hn::AllFalse(d, nan_lanes<T>(v)))) break;
    access.store(v, to + at);
  }
  if (at < bytes) {
    multiply_scalars(Op(), into, operands, count, at / Op::element_size, elements);
  }
}

template <class T>
void multiply_two(void* into, const void* left, const void* right, std::size_t elements) {
  const void* const operands[] = {left, right};
  const Two<PlainProduct<T>> vectors{static_cast<const Byte*>(left),
                                     static_cast<const Byte*>(right)};
  multiply<T>(into, vectors, operands, 2, elements);
}

template <class T>
void multiply_many(void* into, std::span<const void* const> operands, std::size_t elements) {
  const Many<PlainProduct<T>> vectors{operands.data(), operands.size()};
  multiply<T>(into, vectors, operands.data(), operands.size(), elements);
}

template <class T>
inline constexpr Loop product_loop{.reduce = multiply_two<T>, .reduce_many = multiply_many<T>};

}  // namespace allfold::ops::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

namespace allfold::ops {
template <>
const Loop* find_complex_loop<HWY_TARGET>(ReductionOp op, ElementType type) {
  if (op != ReductionOp::prod) return nullptr;
  if (type == ElementType::complex_float32) return &HWY_NAMESPACE::product_loop<float>;
  if (type == ElementType::complex_float64) return &HWY_NAMESPACE::product_loop<double>;
  return nullptr;
}
}  // namespace allfold::ops
#endif
