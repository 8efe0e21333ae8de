/// @file Loops: the local reductions of predefined operations on predefined types.
///
/// A loop works on plain memory: no address need be aligned for its type, any number of elements
/// will do. What it computes is the same, bit for bit, whichever target's loop ran; only the
/// payload and sign of a NaN may differ. Integers wrap, a logical result is 0 or 1, max and min
/// of floats take the left operand if either is a NaN, and complex products recover infinities as
/// C99 says. Bytes of padding, inside an element or behind it, keep the value that `into` has.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace allfold::ops {

enum class ReductionOp : std::uint8_t {
  sum,
  prod,
  max,
  min,
  land,
  lor,
  lxor,
  band,
  bor,
  bxor,
  maxloc,
  minloc
};

/// The types by their representation. Of the pairs, the first part is the value that `maxloc` and
/// `minloc` compare and the second the index; they are laid out as C structs.
enum class ElementType : std::uint8_t {
  int8,
  uint8,
  int16,
  uint16,
  int32,
  uint32,
  int64,
  uint64,
  int128,
  float32,
  float64,
  long_double,
  float128,
  complex_float32,
  complex_float64,
  complex_long_double,
  complex_float128,
  float_int,
  double_int,
  long_int,
  int_int,
  short_int,
  long_double_int,
  float_float,
  double_double
};

inline constexpr std::size_t reduction_ops = 12;
inline constexpr std::size_t element_types = 25;

/// The loops of one operation on one type. Neither null.
struct Loop {
  /// into = left ∘ right. `into` may be either operand, and both may be the same; no other overlap.
  void (*reduce)(void* into, const void* left, const void* right, std::size_t elements);

  /// into = x0 ∘ x1 ∘ … ∘ xk, from the left, in one pass over memory. At least one operand; one
  /// alone is copied. `into` may be any of them; no other overlap.
  void (*reduce_many)(void* into, std::span<const void* const> operands, std::size_t elements);
};

[[nodiscard]] constexpr std::array<ReductionOp, reduction_ops> all_reduction_ops() {
  std::array<ReductionOp, reduction_ops> ops{};
  for (std::size_t i = 0; i < reduction_ops; ++i) ops[i] = static_cast<ReductionOp>(i);
  return ops;
}
[[nodiscard]] constexpr std::array<ElementType, element_types> all_element_types() {
  std::array<ElementType, element_types> types{};
  for (std::size_t i = 0; i < element_types; ++i) types[i] = static_cast<ElementType>(i);
  return types;
}

}  // namespace allfold::ops
