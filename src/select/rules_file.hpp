/// @file The rules file: rules as JSON that people can read and write.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "select/rules.hpp"

namespace allfold {

/// What the file's first key says.
inline constexpr std::string_view rules_format = "allfold rules 1";

/// The longest file that is read.
inline constexpr std::size_t most_bytes_of_rules = 16 << 20;

/// What a rule of the tuner's says under "by".
inline constexpr std::string_view by_tuner = "tuner";

/// Reads a file's text as a whole. All that is wrong with it is appended to `errors`, as
/// "file:line: key: problem: expected; what to do"; then the rules are not to be used.
[[nodiscard]] Rules parse_rules(std::string_view text, const std::string& file_name,
                                std::vector<std::string>& errors);

/// The rules as such a file.
[[nodiscard]] std::string text_of(const Rules& rules);

/// The keys of an object of the file. docs/rules.schema.json has the same.
struct RulesKey {
  std::string_view name;
  enum class Need : std::uint8_t { required, optional } need = Need::required;
};
struct RulesForm {
  std::string_view name;  ///< "rule", as in the schema
  std::span<const RulesKey> keys;
};
[[nodiscard]] std::span<const RulesForm> rules_forms();

}  // namespace allfold
