/// @file The word that somebody may have meant.
#pragma once

#include <span>
#include <string_view>

namespace allfold::text {

/// The one of `known`, which is not empty, that takes the fewest letters to change, add or drop.
[[nodiscard]] std::string_view nearest(std::string_view word,
                                       std::span<const std::string_view> known);

}  // namespace allfold::text
