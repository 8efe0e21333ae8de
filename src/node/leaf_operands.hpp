/// @file Leaf operands: reduces vectors of several ranks, as their brackets tell.
#pragma once

#include <span>

#include "node/brackets.hpp"
#include "node/elements.hpp"

namespace allfold::node {

/// The operands of a range of leaves, and where their reduction goes.
struct LeafOperands {
  int first_leaf = 0;
  int leaves = 1;
  /// One for each rank of the communicator, or one for each leaf: `kind` tells which.
  std::span<const void* const> operands;
  /// `of_leaves`: each operand is a reduction, over a leaf or a range of leaves that counts as one.
  enum class Kind : std::uint8_t { of_ranks, of_leaves } kind = Kind::of_ranks;
  /// In shared memory; null: nothing is wanted there. No operand.
  std::byte* shared = nullptr;
  /// In the user's own; null: nothing is wanted there. May be an operand, unless packed.
  void* own = nullptr;
  std::int64_t count = 0;  ///< elements
};

/// Operands lie in shared memory; only where elements are not packed, in the user's vectors, too.
[[nodiscard]] exec::Status reduce(const LeafOperands& given, const Brackets& brackets,
                                  const Elements& elements);

}  // namespace allfold::node
