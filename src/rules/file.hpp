/// @file The rules file: rules as JSON that people can read and write.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "rules/rules.hpp"

namespace allfold::rules {

/// The longest file that is read.
inline constexpr std::size_t most_bytes_of_rules = 16 << 20;

/// Reads a file's text as a whole. All that is wrong with it is appended to `errors`, as
/// "file:line: key: problem: expected; what to do"; then the rules are not to be used.
[[nodiscard]] Rules parse_rules(std::string_view text, const std::string& file_name,
                                std::vector<std::string>& errors);

/// The rules as such a file.
[[nodiscard]] std::string text_of(const Rules& rules);

}  // namespace allfold::rules
