#include "text/size_class.hpp"

#include <algorithm>
#include <array>
#include <bit>

#include "text/format.hpp"

namespace allfold::text {

int size_class_of(std::int64_t bytes) {
  return static_cast<int>(
      std::bit_width(static_cast<std::uint64_t>(std::max<std::int64_t>(bytes, 0))));
}

std::string size_class_name(int size_class) {
  if (size_class == 0) return "0 B";
  constexpr std::array units{"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
  const int exponent = size_class - 1;
  return text::format("{} {}", 1 << (exponent % 10),
                      units[static_cast<std::size_t>(exponent / 10)]);
}

}  // namespace allfold::text
