/// @file The longest segment of a message, as users write it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace allfold::rules {

/// As long as suits what carries the messages.
inline constexpr std::int64_t segment_by_transport = -1;

/// The longest segment that suits messages between ranks of one node: it is to stay in the
/// second-level cache until it is reduced.
inline constexpr std::int64_t segment_on_one_node = 512 << 10;
/// Up to so many bytes Open MPI sends a message by TCP at once, unless the user has set another
/// limit. Between nodes segments are to be no longer.
inline constexpr std::int64_t usual_eager_limit = 64 << 10;

/// Reads "auto", "0", "65536", "64k" or "1m"; returns what is wrong, as "problem: expected; what to do",
/// or "".
[[nodiscard]] std::string set_segment(std::int64_t& bytes, std::string_view value);
[[nodiscard]] std::string text_of_segment(std::int64_t bytes);

}  // namespace allfold::rules
