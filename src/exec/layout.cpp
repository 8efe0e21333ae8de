#include "exec/layout.hpp"

#include <cstdlib>

namespace allfold::exec {

std::optional<std::size_t> Layout::span(std::int64_t elements) const {
  if (elements <= 0) return 0;
  std::int64_t bytes = 0;
  if (__builtin_mul_overflow(elements - 1, std::abs(extent), &bytes) ||
      __builtin_add_overflow(bytes, true_extent, &bytes))
    return std::nullopt;
  return static_cast<std::size_t>(bytes);
}

std::int64_t Layout::address_in_span(std::int64_t elements) const {
  const std::int64_t lowest = extent < 0 && elements > 0 ? (elements - 1) * extent : 0;
  return -(lowest + true_lower_bound);
}

}  // namespace allfold::exec
