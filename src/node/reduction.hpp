/// @file Reduction: reduces vectors of several ranks, in the order that their brackets tell.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "node/elements.hpp"
#include "node/order.hpp"

namespace allfold::node {

/// Room for what is between two reductions. It should stay in the first-level cache.
struct alignas(64) Block {
  static constexpr std::int64_t size = 4096;
  std::array<std::byte, size> bytes;
};
static_assert(Block::size >= most_element_bytes);

/// The number of blocks that a reduction in that order needs. They are not on the stack, which may
/// have 16 KiB only.
[[nodiscard]] inline std::size_t blocks_for(const Order& order) {
  return order.pairs().size() > 1 ? static_cast<std::size_t>(order.temporaries()) + 1 : 0;
}

/// Operands, and where their reduction goes. Operands lie in shared memory; only where elements are
/// not packed, in the user's vectors, too.
struct Reduction {
  const Order& order;
  std::span<const void* const> operands;  ///< by the numbers of the order
  /// In shared memory; null: nothing is wanted there. No operand.
  std::byte* shared = nullptr;
  /// In the user's own; none: nothing is wanted there. Null is an address as others, of elements
  /// that lie far from where they are said to (MPI_BOTTOM). May be an operand, unless packed.
  std::optional<void*> own = {};
  std::int64_t count = 0;   ///< elements
  Block* blocks = nullptr;  ///< blocks_for() the order
};

[[nodiscard]] exec::Status reduce(const Reduction& reduction, const Elements& elements);

}  // namespace allfold::node
