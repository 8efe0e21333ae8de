/// @file Vector loops for all operations that work lane by lane or within an element.
///
/// An operation is a class with
///   using Lane                         the lane type of its vectors
///   element_size                       bytes, a power of two up to 16
///   apply(d, left, right)              reduces two vectors; or
///   apply_to_both(d, left0, left1, right0, right1)
///                                      if works_on_two_vectors: reduces left0 with right0, and
///                                      left1 with right1; the results are in left0 and left1
///   keep_padding(d, result, old)       if has_padding: `result` with the padding of `old`
///
/// Memory is accessed as bytes, so addresses need no alignment. All functions here are compiled
/// once per target, so they must be in the target's namespace or inlined: the linker keeps only one
/// copy of an inline function, which may use instructions that the CPU lacks.

// Included once per target, so there is no ordinary include guard.
#if defined(ALLFOLD_VECTOR_LOOPS) == defined(HWY_TARGET_TOGGLE)
#ifdef ALLFOLD_VECTOR_LOOPS
#undef ALLFOLD_VECTOR_LOOPS
#else
#define ALLFOLD_VECTOR_LOOPS
#endif

#include <hwy/highway.h>

#include <cstddef>
#include <cstdint>
#include <span>

#if ALLFOLD_TARGET_HAS_VECTORS
HWY_BEFORE_NAMESPACE();
namespace allfold::ops::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using Byte = std::uint8_t;
using ByteVectors = hn::ScalableTag<Byte>;

/// Defaults that hold for most operations.
template <class T, std::size_t size = sizeof(T)>
struct Lanewise {
  using Lane = T;
  static constexpr std::size_t element_size = size;
  static constexpr bool works_on_two_vectors = false;
  static constexpr bool has_padding = false;
};

template <class Op, class D8>
using LanesOf = hn::Repartition<typename Op::Lane, D8>;

/// Keeps GCC from loading an operand from memory again for each use. Loads limit the speed of the
/// loops on data in cache.
template <class V>
HWY_INLINE V loaded_once(V v) {
#if HWY_COMPILER_GCC_ACTUAL && HWY_ARCH_X86
  asm("" : "+v"(v.raw));
#endif
  return v;
}

template <class Op, class D8, class V>
HWY_INLINE void reduce_both(D8 d8, V& left0, V& left1, V right0, V right1) {
  const LanesOf<Op, D8> d;
  auto result0 = hn::BitCast(d, loaded_once(left0));
  auto result1 = hn::BitCast(d, loaded_once(left1));
  const auto other0 = hn::BitCast(d, loaded_once(right0));
  const auto other1 = hn::BitCast(d, loaded_once(right1));
  if constexpr (Op::works_on_two_vectors) {
    Op::apply_to_both(d, result0, result1, other0, other1);
  } else {
    result0 = Op::apply(d, result0, other0);
    result1 = Op::apply(d, result1, other1);
  }
  left0 = hn::BitCast(d8, result0);
  left1 = hn::BitCast(d8, result1);
}

template <class Op, class D8, class V>
HWY_INLINE V reduced(D8 d8, V left, V right) {
  V unused = left;
  reduce_both<Op>(d8, left, unused, right, right);
  return left;
}

/// Memory access in whole vectors.
template <class D8>
struct Whole {
  D8 d8;
  HWY_INLINE hn::VFromD<D8> load(const Byte* from) const { return hn::LoadU(d8, from); }
  HWY_INLINE void store(hn::VFromD<D8> v, Byte* into) const { hn::StoreU(v, d8, into); }
};

/// Memory access to the first `bytes` of a vector. The other lanes are zero, so they raise no
/// floating-point exception.
template <class D8>
struct FirstBytes {
  D8 d8;
  std::size_t bytes;
  HWY_INLINE hn::VFromD<D8> load(const Byte* from) const {
    return hn::MaskedLoad(hn::FirstN(d8, bytes), d8, from);
  }
  HWY_INLINE void store(hn::VFromD<D8> v, Byte* into) const {
    hn::BlendedStore(v, hn::FirstN(d8, bytes), d8, into);
  }
};

/// The operands of `reduce`.
template <class Op>
struct Two {
  const Byte* left;
  const Byte* right;

  template <class Access>
  HWY_INLINE auto one(Access access, std::size_t at) const {
    return reduced<Op>(access.d8, access.load(left + at), access.load(right + at));
  }
  template <class Access, class V>
  HWY_INLINE void four(Access access, std::size_t at, V& a, V& b, V& c, V& d) const {
    const std::size_t step = hn::Lanes(access.d8);
    a = access.load(left + at);
    b = access.load(left + at + step);
    reduce_both<Op>(access.d8, a, b, access.load(right + at), access.load(right + at + step));
    at += 2 * step;
    c = access.load(left + at);
    d = access.load(left + at + step);
    reduce_both<Op>(access.d8, c, d, access.load(right + at), access.load(right + at + step));
  }
};

/// The operands of `reduce_many`.
template <class Op>
struct Many {
  const void* const* operands;
  std::size_t count;

  HWY_INLINE const Byte* bytes(std::size_t k) const {
    return static_cast<const Byte*>(operands[k]);
  }

  template <class Access>
  HWY_INLINE auto one(Access access, std::size_t at) const {
    auto result = access.load(bytes(0) + at);
    for (std::size_t k = 1; k < count; ++k) {
      result = reduced<Op>(access.d8, result, access.load(bytes(k) + at));
    }
    return result;
  }
  template <class Access, class V>
  HWY_INLINE void four(Access access, std::size_t at, V& a, V& b, V& c, V& d) const {
    const std::size_t step = hn::Lanes(access.d8);
    a = access.load(bytes(0) + at);
    b = access.load(bytes(0) + at + step);
    c = access.load(bytes(0) + at + 2 * step);
    d = access.load(bytes(0) + at + 3 * step);
    for (std::size_t k = 1; k < count; ++k) {
      const Byte* const next = bytes(k) + at;
      reduce_both<Op>(access.d8, a, b, access.load(next), access.load(next + step));
      reduce_both<Op>(access.d8, c, d, access.load(next + 2 * step), access.load(next + 3 * step));
    }
  }
};

template <class Op, class Access, class V>
HWY_INLINE V with_padding_of(Access access, const Byte* into, V result) {
  if constexpr (Op::has_padding) {
    return Op::keep_padding(access.d8, result, access.load(into));
  } else {
    return result;
  }
}

template <class Op, class Operands, class Access>
HWY_INLINE auto result_at(Access access, const Byte* into, Operands operands, std::size_t at) {
  return with_padding_of<Op>(access, into + at, operands.one(access, at));
}

#if HWY_HAVE_SCALABLE
/// Fewer bytes than one vector holds.
template <class Op, class Operands>
HWY_INLINE void short_loop(ByteVectors d8, Byte* into, Operands operands, std::size_t bytes) {
  const FirstBytes<ByteVectors> access{d8, bytes};
  access.store(result_at<Op>(access, into, operands, 0), into);
}
#else
/// Fewer bytes than one vector holds: two vectors of half the length, which may overlap. Both are
/// computed before one is stored, since `into` may be an operand.
template <class Op, class Operands, class D8>
HWY_INLINE void short_loop(D8 /*d8*/, Byte* into, Operands operands, std::size_t bytes) {
  if constexpr (hn::MaxLanes(D8()) > Op::element_size) {
    using HalfD8 = hn::Half<D8>;
    const HalfD8 half;
    const Whole<HalfD8> access{half};
    if (bytes < hn::Lanes(half)) return short_loop<Op>(half, into, operands, bytes);
    const std::size_t rest = bytes - hn::Lanes(half);
    const auto first = result_at<Op>(access, into, operands, 0);
    const auto last = result_at<Op>(access, into, operands, rest);
    access.store(first, into);
    access.store(last, into + rest);
  }
}
#endif

/// The number of bytes to reduce first so that the vector stores are aligned; 0 if that does not
/// pay.
template <class Op>
HWY_INLINE std::size_t bytes_before_alignment(const Byte* into, std::size_t step,
                                              std::size_t bytes) {
  const std::size_t before = (step - reinterpret_cast<std::uintptr_t>(into) % step) % step;
  return bytes < 16 * step || before % Op::element_size != 0 ? 0 : before;
}

template <class Op, class Operands>
HWY_INLINE void loop(Byte* into, Operands operands, std::size_t bytes) {
  const ByteVectors d8;
  const Whole<ByteVectors> access{d8};
  const std::size_t step = hn::Lanes(d8);
  std::size_t at = bytes < step ? bytes : bytes_before_alignment<Op>(into, step, bytes);
  if (at != 0) short_loop<Op>(d8, into, operands, at);
  if (bytes < step) return;

  // The last vector may overlap the one before it, so it is computed before that one is stored.
  const auto last = result_at<Op>(access, into, operands, bytes - step);
  for (; at + 4 * step <= bytes; at += 4 * step) {
    auto a = hn::Zero(d8);
    auto b = a;
    auto c = a;
    auto d = a;
    operands.four(access, at, a, b, c, d);
    access.store(with_padding_of<Op>(access, into + at, a), into + at);
    access.store(with_padding_of<Op>(access, into + at + step, b), into + at + step);
    access.store(with_padding_of<Op>(access, into + at + 2 * step, c), into + at + 2 * step);
    access.store(with_padding_of<Op>(access, into + at + 3 * step, d), into + at + 3 * step);
  }
  for (; at + step <= bytes; at += step) {
    access.store(result_at<Op>(access, into, operands, at), into + at);
  }
  access.store(last, into + bytes - step);
}

template <class Op>
void reduce(void* into, const void* left, const void* right, std::size_t elements) {
  const Two<Op> operands{static_cast<const Byte*>(left), static_cast<const Byte*>(right)};
  loop<Op>(static_cast<Byte*>(into), operands, elements * Op::element_size);
}

template <class Op>
void reduce_many(void* into, std::span<const void* const> operands, std::size_t elements) {
  const Many<Op> many{operands.data(), operands.size()};
  loop<Op>(static_cast<Byte*>(into), many, elements * Op::element_size);
}

template <class Op>
inline constexpr Loop loop_of{.reduce = reduce<Op>, .reduce_many = reduce_many<Op>};

}  // namespace allfold::ops::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif  // ALLFOLD_TARGET_HAS_VECTORS
#endif  // ALLFOLD_VECTOR_LOOPS
