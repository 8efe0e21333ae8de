/// @file The known word that is most similar to a given one.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace allfold::text {

/// The word of `known` with the fewest letters to change, add or drop, if these are at most a third of
/// the letters of `word`, rounded up, or one; otherwise "". `known` must not be empty.
[[nodiscard]] std::string_view nearest(std::string_view word,
                                       std::span<const std::string_view> known);

/// " (did you mean 'x'?)", or "" if no word is near enough.
[[nodiscard]] std::string did_you_mean(std::string_view word,
                                       std::span<const std::string_view> known);

/// "a, b or c": all that are expected.
[[nodiscard]] std::string alternatives(std::span<const std::string_view> names);

}  // namespace allfold::text
