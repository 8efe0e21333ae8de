/// @file Loops: the local reductions of predefined operations on predefined types.
///
/// - Addresses need no alignment, and any number of elements is valid.
/// - All targets compute the same bits, except for the payload and the sign of a NaN.
/// - Integers wrap, and a logical result is 0 or 1.
/// - max and min of floats return the left operand if either is a NaN.
/// - Complex products recover infinities as in C99, Annex G.
/// - Padding inside or behind an element keeps its value in `into`.
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

/// Element types by representation. Pairs are laid out as C structs: the value that `maxloc` and
/// `minloc` compare, then the index.
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

/// The loops of one operation on one type. Neither pointer is null.
struct Loop {
  /// into = left ∘ right. `into`, `left` and `right` may be equal, but must not overlap otherwise.
  void (*reduce)(void* into, const void* left, const void* right, std::size_t elements);

  /// into = x0 ∘ x1 ∘ … ∘ xk, from the left, in one pass over memory. A single operand is copied;
  /// there must be at least one. `into` may equal any operand, but must not overlap one otherwise.
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
