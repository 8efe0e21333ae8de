/// @file The keys of a rules file.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace allfold::rules {

/// The value of the key "format".
inline constexpr std::string_view rules_format = "allfold rules 1";

/// The value of the key "by" in rules that the tuner wrote.
inline constexpr std::string_view by_tuner = "tuner";

/// The keys of an object of the file. docs/reference/rules.schema.json has the same.
struct RulesKey {
  std::string_view name;
  enum class Need : std::uint8_t { required, optional } need = Need::required;
};
struct RulesForm {
  std::string_view name;  ///< "rule", as in the schema
  std::span<const RulesKey> keys;
};
[[nodiscard]] std::span<const RulesForm> rules_forms();
inline constexpr std::size_t file_form = 0, machine_form = 1, model_form = 2, rule_form = 3,
                             line_form = 4, way_form = 5, measurement_form = 6, judgement_form = 7;

}  // namespace allfold::rules
