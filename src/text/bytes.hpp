/// @file Numbers of bytes, as users write them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace allfold::text {

/// Reads "65536", "64k", "1m" or "2g"; empty if it is something else, or more than 2^62.
[[nodiscard]] std::optional<std::int64_t> bytes_of(std::string_view text);
/// Reads "auto" as `automatic`, or a number of bytes; empty if it is neither.
[[nodiscard]] std::optional<std::int64_t> automatic_or_bytes_of(std::string_view text,
                                                                std::int64_t automatic);
/// With the largest unit of which it is a whole number: "64k". Not negative.
[[nodiscard]] std::string text_of_bytes(std::int64_t bytes);
/// "auto" for `automatic`.
[[nodiscard]] std::string text_of_automatic_or_bytes(std::int64_t bytes, std::int64_t automatic);

}  // namespace allfold::text
