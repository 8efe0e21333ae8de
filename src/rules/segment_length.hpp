/// @file The longest segment of a message, as users write it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace allfold::rules {

/// The length depends on the transport of the messages.
inline constexpr std::int64_t segment_by_transport = -1;

/// The longest segment, in bytes, between ranks of one node: it should stay in the second-level
/// cache until it is reduced.
inline constexpr std::int64_t segment_on_one_node = 512 << 10;
/// The longest message, in bytes, that Open MPI sends eagerly by TCP, unless the user has set
/// another limit. Segments between nodes should be no longer.
inline constexpr std::int64_t usual_eager_limit = 64 << 10;

/// Reads "auto", "0", "65536", "64k" or "1m"; returns what is wrong, as "problem: expected; what to
/// do", or "".
[[nodiscard]] std::string set_segment(std::int64_t& bytes, std::string_view value);
[[nodiscard]] std::string text_of_segment(std::int64_t bytes);

}  // namespace allfold::rules
