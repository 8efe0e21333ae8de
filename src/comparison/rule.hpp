/// @file Rule: how much two correct results of a reduction may differ.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "ops/loop.hpp"

namespace allfold::comparison {

/// What the order and the bracketing of the operands can change.
enum class Rule : std::uint8_t {
  bits,       ///< nothing: integers and truth values
  selection,  ///< of floating-point values: the sign of a zero, and which operand if there is a NaN
  sum,        ///< of floating-point numbers: rounding errors, and where a partial sum overflows
  product,    ///< as for a sum
  unknown,    ///< anything: user-defined operations, and unknown types
};

/// How the elements of two results are compared.
struct Form {
  Rule rule = Rule::unknown;
  /// Empty if an element is `stride` bytes of an unknown type.
  std::optional<ops::ElementType> element = std::nullopt;
  std::size_t stride = 0;  ///< bytes from one element to the next
};

/// For a predefined operation on a known type.
[[nodiscard]] Form form_of(ops::ReductionOp op, ops::ElementType element);
/// For any other operation on a known type.
[[nodiscard]] Form form_of_unknown(ops::ElementType element);
/// For anything else, with elements of `bytes` bytes.
[[nodiscard]] Form form_of_bytes(std::size_t bytes);

}  // namespace allfold::comparison
