#include "text/size_class.hpp"

#include <array>

#include "text/format.hpp"

namespace allfold::text {

std::string size_class_name(int size_class) {
  if (size_class == 0) return "0 B";
  constexpr std::array units{"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
  const int exponent = size_class - 1;
  return text::format("{} {}", 1 << (exponent % 10),
                      units[static_cast<std::size_t>(exponent / 10)]);
}

}  // namespace allfold::text
