/// @file Finds the loop of an operation and a type for the processor in use.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

#include "ops/loop.hpp"

namespace allfold::ops {

/// The fastest loop that this processor can run. Null if MPI does not define the operation on the
/// type, or the compiler lacks the type.
[[nodiscard]] const Loop* find_loop(ReductionOp op, ElementType type) noexcept;

/// Bytes from one element to the next; 0 if the compiler lacks the type.
[[nodiscard]] std::size_t size_of(ElementType type) noexcept;

/// The spelling of the enumerator.
[[nodiscard]] std::string_view name_of(ReductionOp op) noexcept;
[[nodiscard]] std::string_view name_of(ElementType type) noexcept;

/// An instruction set for which loops are compiled.
struct LoopTarget {
  std::string_view name;
  bool (*runs_here)();
  /// As `find_loop`, for this target.
  const Loop* (*find)(ReductionOp op, ElementType type);
};

/// All targets for which loops are compiled, the fastest first. The last one runs on every
/// processor.
[[nodiscard]] std::span<const LoopTarget> loop_targets() noexcept;

}  // namespace allfold::ops
