/// @file The loops of all operations and types, for the processor that runs.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

#include "ops/loop.hpp"

namespace allfold::ops {

/// The fastest loop that this processor can run; null where MPI defines no such reduction, or the
/// compiler has no such type.
[[nodiscard]] const Loop* find_loop(ReductionOp op, ElementType type) noexcept;

/// Bytes from one element to the next; 0 where the compiler has no such type.
[[nodiscard]] std::size_t size_of(ElementType type) noexcept;

/// As the enumerators are spelled.
[[nodiscard]] std::string_view name_of(ReductionOp op) noexcept;
[[nodiscard]] std::string_view name_of(ElementType type) noexcept;

/// A set of instructions that loops were compiled for.
struct LoopTarget {
  std::string_view name;
  bool (*runs_here)();
  /// As `find_loop`, for this target.
  const Loop* (*find)(ReductionOp op, ElementType type);
};

/// All targets that loops were compiled for, the best first. The last runs everywhere.
[[nodiscard]] std::span<const LoopTarget> loop_targets() noexcept;

}  // namespace allfold::ops
