/// @file Layout: where the elements of a vector lie in memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

namespace allfold::exec {

/// The address `offset` bytes after `address`. Not by pointer arithmetic, because vectors at
/// MPI_BOTTOM begin at null.
[[nodiscard]] inline void* moved(const void* address, std::int64_t offset) {
  return reinterpret_cast<void*>(reinterpret_cast<std::intptr_t>(address) + offset);
}

/// The memory of one element and the stride between elements, in bytes. The data of element i of a
/// vector at address a are within [a + i*extent + true_lower_bound, ... + true_extent); an extent
/// may be negative, and there may be gaps.
struct Layout {
  std::int64_t extent = 1;
  std::int64_t true_lower_bound = 0;
  std::int64_t true_extent = 1;
  bool is_contiguous = true;  ///< no gaps: a vector is one run of bytes from its address on

  /// The number of bytes from the first to the last that a vector of `elements` elements touches;
  /// absent if it overflows.
  [[nodiscard]] std::optional<std::size_t> span(std::int64_t elements) const;
  /// The address of such a vector, relative to the first byte that it touches.
  [[nodiscard]] std::int64_t address_in_span(std::int64_t elements) const;

  friend bool operator==(const Layout&, const Layout&) = default;
};

}  // namespace allfold::exec
