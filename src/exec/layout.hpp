/// @file Layout: where the elements of a vector lie in memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

namespace allfold::exec {

/// An address `offset` bytes on. Vectors at MPI_BOTTOM begin at null, so no pointer arithmetic.
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

  /// The bytes from the first to the last that a vector of so many elements touches; none if that
  /// is beyond all memory.
  [[nodiscard]] std::optional<std::size_t> span(std::int64_t elements) const;
  /// The address of such a vector, relative to the first byte that it touches.
  [[nodiscard]] std::int64_t address_in_span(std::int64_t elements) const;

  friend bool operator==(const Layout&, const Layout&) = default;
};

}  // namespace allfold::exec
