/// @file Reduction: reduces vectors of several ranks in the order of their brackets.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "node/elements.hpp"
#include "node/order.hpp"

namespace allfold::node {

/// Memory for intermediate results. It should fit into the L1 cache.
struct alignas(64) Block {
  static constexpr std::int64_t size = 4096;
  std::array<std::byte, size> bytes;
};
static_assert(Block::size >= most_element_bytes);

/// The number of blocks that a reduction in this order needs. They are not on the stack, which may
/// be as small as 16 KiB.
[[nodiscard]] inline std::size_t blocks_for(const Order& order) {
  return order.pairs().size() > 1 ? static_cast<std::size_t>(order.temporaries()) + 1 : 0;
}

/// Operands, and where their reduction is stored. Operands are in shared memory; if elements are
/// not packed, they may also be in the user's vectors.
struct Reduction {
  const Order& order;
  std::span<const void* const> operands;  ///< numbered as in the order
  /// Result in shared memory, which is not an operand. Null if none is wanted.
  std::byte* shared = nullptr;
  /// Result in the user's memory; empty if none is wanted. A null address is valid: the elements of
  /// a datatype may be far from it (MPI_BOTTOM). May be an operand, unless elements are packed.
  std::optional<void*> own = {};
  std::int64_t count = 0;   ///< elements
  Block* blocks = nullptr;  ///< blocks_for(order) of them
};

[[nodiscard]] exec::Status reduce(const Reduction& reduction, const Elements& elements);

}  // namespace allfold::node
