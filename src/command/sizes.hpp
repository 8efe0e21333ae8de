/// @file Reads and formats vector sizes.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace allfold::command {

/// Reads "8,2k,1m". FROM:TO means all doublings of FROM up to TO; FROM:TO:FACTOR uses another
/// factor. TO itself is always included. The suffixes k, m and g are powers of 1024. Returns the
/// sizes in bytes, in ascending order without duplicates. Throws UsageError, which names the
/// option.
[[nodiscard]] std::vector<std::int64_t> parse_sizes(std::string_view text,
                                                    std::string_view option = "--sizes");

/// For example "8 B", "64 KiB".
[[nodiscard]] std::string readable_bytes(std::int64_t bytes);

}  // namespace allfold::command
