// Bitwise operations. They work on bytes, whatever the width and the signedness of the elements.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/bitwise.cpp"
#include "ops/instruction_sets.hpp"

#include <hwy/foreach_target.h>

#include "ops/vector_loops.hpp"

#if ALLFOLD_TARGET_HAS_VECTORS
HWY_BEFORE_NAMESPACE();
namespace allfold::ops::HWY_NAMESPACE {

template <std::size_t bytes>
struct And : Lanewise<std::uint8_t, bytes> {
  template <class D, class V>
  static HWY_INLINE V apply(D /*d*/, V left, V right) {
    return hn::And(left, right);
  }
};
template <std::size_t bytes>
struct Or : Lanewise<std::uint8_t, bytes> {
  template <class D, class V>
  static HWY_INLINE V apply(D /*d*/, V left, V right) {
    return hn::Or(left, right);
  }
};
template <std::size_t bytes>
struct Xor : Lanewise<std::uint8_t, bytes> {
  template <class D, class V>
  static HWY_INLINE V apply(D /*d*/, V left, V right) {
    return hn::Xor(left, right);
  }
};

template <template <std::size_t> class Op>
const Loop* bitwise_loop(ElementType type) {
  switch (type) {
    case ElementType::int8:
    case ElementType::uint8: return &loop_of<Op<1>>;
    case ElementType::int16:
    case ElementType::uint16: return &loop_of<Op<2>>;
    case ElementType::int32:
    case ElementType::uint32: return &loop_of<Op<4>>;
    case ElementType::int64:
    case ElementType::uint64: return &loop_of<Op<8>>;
    case ElementType::int128: return &loop_of<Op<16>>;
    default: return nullptr;
  }
}

}  // namespace allfold::ops::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

namespace allfold::ops {
template <>
const Loop* find_bitwise_loop<HWY_TARGET>(ReductionOp op, ElementType type) {
  switch (op) {
    case ReductionOp::band: return HWY_NAMESPACE::bitwise_loop<HWY_NAMESPACE::And>(type);
    case ReductionOp::bor: return HWY_NAMESPACE::bitwise_loop<HWY_NAMESPACE::Or>(type);
    case ReductionOp::bxor: return HWY_NAMESPACE::bitwise_loop<HWY_NAMESPACE::Xor>(type);
    default: return nullptr;
  }
}
}  // namespace allfold::ops
#endif
