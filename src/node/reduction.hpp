/// @file Reduction: reduces vectors of several ranks, in the order that their brackets tell.
#pragma once

#include <span>

#include "node/elements.hpp"
#include "node/order.hpp"

namespace allfold::node {

/// Operands, and where their reduction goes. Operands lie in shared memory; only where elements are
/// not packed, in the user's vectors, too.
struct Reduction {
  const Order& order;
  std::span<const void* const> operands;  ///< by the numbers of the order
  /// In shared memory; null: nothing is wanted there. No operand.
  std::byte* shared = nullptr;
  /// In the user's own; null: nothing is wanted there. May be an operand, unless packed.
  void* own = nullptr;
  std::int64_t count = 0;  ///< elements
};

[[nodiscard]] exec::Status reduce(const Reduction& reduction, const Elements& elements);

}  // namespace allfold::node
