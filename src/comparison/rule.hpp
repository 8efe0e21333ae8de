/// @file Rule: how far two correct results of a reduction may differ.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "ops/loop.hpp"

namespace allfold::comparison {

/// What the order and the bracketing of operands can change.
enum class Rule : std::uint8_t {
  bits,       ///< nothing: whole numbers and truth values
  selection,  ///< of floating-point values: the sign of a zero; which operand, if there is a NaN
  sum,        ///< of floating-point numbers: rounding errors, and where a partial sum overflows
  product,    ///< the same
  unknown,    ///< anything: operations of the user's, and types that we know nothing of
};

/// How the elements of two results are compared.
struct Form {
  Rule rule = Rule::unknown;
  /// None: an element is `stride` bytes without a meaning.
  std::optional<ops::ElementType> element = std::nullopt;
  std::size_t stride = 0;  ///< bytes from one element to the next
};

/// Of a predefined operation on a type that we know.
[[nodiscard]] Form form_of(ops::ReductionOp op, ops::ElementType element);
/// Of another operation on such a type.
[[nodiscard]] Form form_of_unknown(ops::ElementType element);
/// Of anything else, whose elements are so many bytes.
[[nodiscard]] Form form_of_bytes(std::size_t bytes);

}  // namespace allfold::comparison
