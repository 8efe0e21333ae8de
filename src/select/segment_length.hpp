/// @file The longest segment of a message, as users write it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace allfold {

/// As long as suits what carries the messages.
inline constexpr std::int64_t segment_by_transport = -1;

/// Reads "auto", "0", "65536", "64k" or "1m"; returns what is wrong, as "problem (why) suggestion",
/// or "".
[[nodiscard]] std::string set_segment(std::int64_t& bytes, std::string_view value);
[[nodiscard]] std::string text_of_segment(std::int64_t bytes);

}  // namespace allfold
