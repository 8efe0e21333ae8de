/// @file Numbers of ranks, as the user writes them.
#pragma once

#include <string_view>
#include <vector>

namespace allfold::command {

/// Reads "12,16-18" or "12,16:18", which are 12, 16, 17 and 18, of 1 to `most`; in ascending order,
/// each once.
/// Throws UsageError, naming the option.
[[nodiscard]] std::vector<int> parse_ranks(std::string_view text, int most,
                                           std::string_view option);

}  // namespace allfold::command
