/// @file How wide a text is, in pictures and in tables.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string_view>

namespace allfold::picture {

/// The number of characters of a text in UTF-8, whose continuation bytes take no column.
[[nodiscard]] constexpr std::size_t width_of(std::string_view text) {
  return static_cast<std::size_t>(std::ranges::count_if(
      text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

}  // namespace allfold::picture
