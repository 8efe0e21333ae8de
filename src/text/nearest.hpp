/// @file The known word that is most similar to a given one.
#pragma once

#include <span>
#include <string_view>

namespace allfold::text {

/// The word of `known` with the fewest letters to change, add or drop. `known` must not be empty.
[[nodiscard]] std::string_view nearest(std::string_view word,
                                       std::span<const std::string_view> known);

}  // namespace allfold::text
