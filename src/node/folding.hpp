/// @file Folding: reduces vectors of several ranks, as their brackets tell.
#pragma once

#include <span>

#include "node/brackets.hpp"
#include "node/elements.hpp"

namespace allfold::node {

/// The operands of a range of leaves, and where their reduction goes.
struct Fold {
  int first_leaf = 0;
  int leaves = 1;
  /// By rank, or, with `by_leaf`, by leaf.
  std::span<const void* const> operands;
  /// The operands are reductions of whole leaves, or ranges of leaves.
  enum class Operands : std::uint8_t { of_ranks, of_leaves } are = Operands::of_ranks;
  /// In shared memory; null: nothing is wanted there. No operand.
  std::byte* shared = nullptr;
  /// In the user's own; null: nothing is wanted there. May be an operand, unless packed.
  void* own = nullptr;
  std::int64_t count = 0;  ///< elements
};

/// Operands lie in shared memory; only where elements are not packed, in the user's vectors, too.
[[nodiscard]] Status reduce(const Fold& fold, const Brackets& brackets, const Elements& elements);

}  // namespace allfold::node
