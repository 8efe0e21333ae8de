// Logical operations on integers: any value other than 0 is true, and the result is 0 or 1.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/logical.cpp"
#include "ops/instruction_sets.hpp"

#include <hwy/foreach_target.h>

#include "ops/vector_loops.hpp"

#if ALLFOLD_TARGET_HAS_VECTORS
HWY_BEFORE_NAMESPACE();
namespace allfold::ops::HWY_NAMESPACE {

/// Masks are not combined with each other: GCC 12 compiles that wrongly for SVE, so that lanes from
/// the 17th on are wrong (svsel_b).
template <class T>
struct Truth : Lanewise<T> {
  /// 1 in the lanes of all values but 0.
  template <class D>
  static HWY_INLINE auto of(D d, hn::VFromD<D> v) {
    return hn::IfThenZeroElse(hn::Eq(v, hn::Zero(d)), hn::Set(d, T{1}));
  }
};

template <class T>
struct LogicalAnd : Truth<T> {
  template <class D, class V>
  static HWY_INLINE V apply(D d, V left, V right) {
    return hn::And(Truth<T>::of(d, left), Truth<T>::of(d, right));
  }
};
template <class T>
struct LogicalOr : Truth<T> {
  template <class D, class V>
  static HWY_INLINE V apply(D d, V left, V right) {
    return Truth<T>::of(d, hn::Or(left, right));
  }
};
template <class T>
struct LogicalXor : Truth<T> {
  template <class D, class V>
  static HWY_INLINE V apply(D d, V left, V right) {
    return hn::Xor(Truth<T>::of(d, left), Truth<T>::of(d, right));
  }
};

template <template <class> class Op>
const Loop* logical_loop(ElementType type) {
  switch (type) {
    case ElementType::int8:
    case ElementType::uint8: return &loop_of<Op<std::uint8_t>>;
    case ElementType::int16:
    case ElementType::uint16: return &loop_of<Op<std::uint16_t>>;
    case ElementType::int32:
    case ElementType::uint32: return &loop_of<Op<std::uint32_t>>;
    case ElementType::int64:
    case ElementType::uint64: return &loop_of<Op<std::uint64_t>>;
    default: return nullptr;
  }
}

}  // namespace allfold::ops::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

namespace allfold::ops {
template <>
const Loop* find_logical_loop<HWY_TARGET>(ReductionOp op, ElementType type) {
  switch (op) {
    case ReductionOp::land: return HWY_NAMESPACE::logical_loop<HWY_NAMESPACE::LogicalAnd>(type);
    case ReductionOp::lor: return HWY_NAMESPACE::logical_loop<HWY_NAMESPACE::LogicalOr>(type);
    case ReductionOp::lxor: return HWY_NAMESPACE::logical_loop<HWY_NAMESPACE::LogicalXor>(type);
    default: return nullptr;
  }
}
}  // namespace allfold::ops
#endif
