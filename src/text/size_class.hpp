/// @file Classes of sizes, from one power of two to the next.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <string>

namespace allfold::text {

/// 0: no bytes; k: [2^(k-1), 2^k) bytes.
[[nodiscard]] inline int size_class_of(std::int64_t bytes) {
  return static_cast<int>(
      std::bit_width(static_cast<std::uint64_t>(std::max<std::int64_t>(bytes, 0))));
}
/// The number of classes of all sizes.
inline constexpr int size_classes = 64;
/// "512 B", "1 KiB": the smallest size of a class.
[[nodiscard]] std::string size_class_name(int size_class);

}  // namespace allfold::text
