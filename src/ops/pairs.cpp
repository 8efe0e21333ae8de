// maxloc and minloc. A pair occupies two lanes of equal width, the value in the even lane. Values
// and indices that are narrower than their lane are followed by padding.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/pairs.cpp"
#include "ops/instruction_sets.hpp"

#include <hwy/foreach_target.h>

#include "ops/vector_loops.hpp"

#if ALLFOLD_TARGET_HAS_VECTORS
HWY_BEFORE_NAMESPACE();
namespace allfold::ops::HWY_NAMESPACE {

enum class Extreme { greatest, least };

/// The lanes in which the left value wins, before ties are considered.
template <Extreme extreme, class V>
HWY_INLINE auto left_wins(V left_value, V right_value) {
  if constexpr (extreme == Extreme::greatest) {
    return hn::Gt(left_value, right_value);
  } else {
    return hn::Lt(left_value, right_value);
  }
}

/// The lower of two indices, in the lanes that `ties` marks.
template <class Index, class D, class V>
HWY_INLINE V lower_index(D d, V left, V right, V ties) {
  const hn::Repartition<Index, D> di;
  if constexpr (hwy::IsFloat<Index>()) {
    // Indices are compared only where values tie, as in scalar code: comparing a NaN raises an
    // exception.
    const auto left_index = hn::BitCast(di, hn::And(left, ties));
    const auto right_index = hn::BitCast(di, hn::And(right, ties));
    return hn::BitCast(d, hn::IfThenElse(hn::Lt(right_index, left_index), right_index, left_index));
  } else {
    return hn::BitCast(d, hn::Min(hn::BitCast(di, left), hn::BitCast(di, right)));
  }
}

/// Repeats a pattern of 16 bytes.
template <class D>
HWY_INLINE auto pattern(D d, const std::uint8_t* bytes) {
  const hn::Repartition<std::uint8_t, D> d8;
  return hn::BitCast(d, hn::LoadDup128(d8, bytes));
}

alignas(16) constexpr std::uint8_t even_32[16] = {255, 255, 255, 255, 0, 0, 0, 0,
                                                  255, 255, 255, 255, 0, 0, 0, 0};

/// Pairs of two 32-bit lanes whose value is a float.
template <Extreme extreme, class Index>
struct LocateFloat : Lanewise<std::int32_t, 8> {
  template <class D, class V>
  static HWY_INLINE V apply(D d, V left, V right) {
    // Index lanes are set to 0, so that no index is compared as a float. (Duplicating the values
    // first does not work: g++ 14 compares both lanes first and duplicates the results.)
    const hn::Repartition<float, D> df;
    const hn::Repartition<std::uint64_t, D> pairs;
    const V values = pattern(d, even_32);
    const auto left_value = hn::BitCast(df, hn::And(left, values));
    const auto right_value = hn::BitCast(df, hn::And(right, values));
    const auto wins = hn::DupEven(hn::VecFromMask(df, left_wins<extreme>(left_value, right_value)));
    const auto equal = hn::VecFromMask(df, hn::Eq(left_value, right_value));
    const V ties = hn::BitCast(d, hn::ShiftLeft<32>(hn::BitCast(pairs, equal)));
    const V lower = lower_index<Index>(d, left, right, ties);
    return hn::IfVecThenElse(ties, lower, hn::IfVecThenElse(hn::BitCast(d, wins), left, right));
  }
};

// Byte order that places the value of an integer pair above its index.
alignas(16) constexpr std::uint8_t key_of_ints[16] = {4,  5,  6,  7,  0, 1, 2,  3,
                                                      12, 13, 14, 15, 8, 9, 10, 11};
alignas(16) constexpr std::uint8_t key_of_short_int[16] = {4,  5,  6,  7,  128, 128, 0, 1,
                                                           12, 13, 14, 15, 128, 128, 8, 9};
alignas(16) constexpr std::uint8_t padding_of_short_int[16] = {0, 0, 255, 255, 0, 0, 0, 0,
                                                               0, 0, 255, 255, 0, 0, 0, 0};

/// Pairs of two 32-bit lanes with integer values: compared as one 64-bit integer.
template <Extreme extreme, const std::uint8_t* key_bytes, const std::uint8_t* padding>
struct LocateIntegers : Lanewise<std::int64_t, 8> {
  static constexpr bool has_padding = padding != nullptr;

  /// The 64-bit comparison treats the index, in the lower half, as unsigned, and the lower index
  /// must win. `order` flips the index's bits accordingly.
  template <class D>
  static HWY_INLINE auto key(D d, hn::VFromD<D> pair) {
    constexpr std::int64_t order = extreme == Extreme::greatest ? 0x7FFFFFFF : 0x80000000;
    const auto ordered = hn::TableLookupBytesOr0(pair, pattern(d, key_bytes));
    return hn::Xor(ordered, hn::Set(d, order));
  }
  template <class D, class V>
  static HWY_INLINE V apply(D d, V left, V right) {
    return hn::IfThenElse(left_wins<extreme>(key(d, left), key(d, right)), left, right);
  }
  template <class D8, class V>
  static HWY_INLINE V keep_padding(D8 d8, V result, V old) {
    return hn::IfVecThenElse(pattern(d8, padding), old, result);
  }
};

alignas(16) constexpr std::uint8_t padding_of_wide[16] = {0, 0, 0, 0, 0,   0,   0,   0,
                                                          0, 0, 0, 0, 255, 255, 255, 255};

/// Pairs of two 64-bit lanes. Two vectors of pairs become a vector of values and one of indices.
template <Extreme extreme, class Value, class Index>
struct LocateWide : Lanewise<Value, 16> {
  static constexpr bool works_on_two_vectors = true;
  static constexpr bool has_padding = sizeof(Index) < sizeof(Value);

  template <class D, class V>
  static HWY_INLINE void apply_to_both(D d, V& left0, V& left1, V right0, V right1) {
    const V left_value = hn::InterleaveLower(d, left0, left1);
    const V right_value = hn::InterleaveLower(d, right0, right1);
    const V left_index = hn::InterleaveUpper(d, left0, left1);
    const V right_index = hn::InterleaveUpper(d, right0, right1);
    const auto wins = left_wins<extreme>(left_value, right_value);
    const auto equal = hn::Eq(left_value, right_value);
    const V lower = lower_index<Index>(d, left_index, right_index, hn::VecFromMask(d, equal));
    const V value = hn::IfThenElse(wins, left_value, right_value);
    const V index = hn::IfThenElse(equal, lower, hn::IfThenElse(wins, left_index, right_index));
    left0 = hn::InterleaveLower(d, value, index);
    left1 = hn::InterleaveUpper(d, value, index);
  }
  template <class D8, class V>
  static HWY_INLINE V keep_padding(D8 d8, V result, V old) {
    return hn::IfVecThenElse(pattern(d8, padding_of_wide), old, result);
  }
};

template <Extreme extreme>
const Loop* pair_loop(ElementType type) {
  using IntInt = LocateIntegers<extreme, key_of_ints, nullptr>;
  using ShortInt = LocateIntegers<extreme, key_of_short_int, padding_of_short_int>;
  using LongInt = std::conditional_t<sizeof(long) == 8,
                                     LocateWide<extreme, std::int64_t, std::int32_t>, IntInt>;
  switch (type) {
    case ElementType::float_int: return &loop_of<LocateFloat<extreme, std::int32_t>>;
    case ElementType::double_int: return &loop_of<LocateWide<extreme, double, std::int32_t>>;
    case ElementType::long_int: return &loop_of<LongInt>;
    case ElementType::int_int: return &loop_of<IntInt>;
    case ElementType::short_int: return &loop_of<ShortInt>;
    case ElementType::float_float: return &loop_of<LocateFloat<extreme, float>>;
    case ElementType::double_double: return &loop_of<LocateWide<extreme, double, double>>;
    default: return nullptr;
  }
}

}  // namespace allfold::ops::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

namespace allfold::ops {
template <>
const Loop* find_pair_loop<HWY_TARGET>(ReductionOp op, ElementType type) {
  switch (op) {
    case ReductionOp::maxloc:
      return HWY_NAMESPACE::pair_loop<HWY_NAMESPACE::Extreme::greatest>(type);
    case ReductionOp::minloc: return HWY_NAMESPACE::pair_loop<HWY_NAMESPACE::Extreme::least>(type);
    default: return nullptr;
  }
}
}  // namespace allfold::ops
#endif
