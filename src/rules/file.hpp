/// @file The rules file: rules as JSON that people can read and write.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "rules/rules.hpp"

namespace allfold::rules {

/// The longest file that is read, in bytes.
inline constexpr std::size_t most_bytes_of_rules = 16 << 20;

/// Reads the text of a rules file. All errors are appended to `errors`, as
/// "file:line: key: problem: expected; what to do"; if there are any, the rules must not be used.
[[nodiscard]] Rules parse_rules(std::string_view text, const std::string& file_name,
                                std::vector<std::string>& errors);

/// The text of a file with these rules.
[[nodiscard]] std::string text_of(const Rules& rules);

}  // namespace allfold::rules
