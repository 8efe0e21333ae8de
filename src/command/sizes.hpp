/// @file Vector sizes, as the user writes and reads them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace allfold::command {

/// Reads "8,2k,1m", where FROM:TO stands for all doublings of FROM up to TO, and FROM:TO:FACTOR for
/// other factors; TO is always among them. Suffixes k, m and g are powers of 1024. Returns the
/// sizes in ascending order, each once. Throws UsageError, naming the
/// option.
[[nodiscard]] std::vector<std::int64_t> parse_sizes(std::string_view text,
                                                    std::string_view option = "--sizes");

/// "8 B", "64 KiB".
[[nodiscard]] std::string readable_bytes(std::int64_t bytes);

}  // namespace allfold::command
