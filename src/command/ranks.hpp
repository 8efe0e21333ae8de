/// @file Reads numbers of ranks.
#pragma once

#include <string_view>
#include <vector>

namespace allfold::command {

/// Reads "12,16-18" or "12,16:18", both of which mean 12, 16, 17 and 18. Values must be from 1 to
/// `most`. Returns them in ascending order without duplicates. Throws UsageError, which names the
/// option.
[[nodiscard]] std::vector<int> parse_ranks(std::string_view text, int most,
                                           std::string_view option);

}  // namespace allfold::command
