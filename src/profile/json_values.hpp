/// @file The values in the JSON of a profile. What reads one throws std::invalid_argument, or an
/// exception of nlohmann::json, if it is missing or has another form.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <type_traits>

#include "profile/profile.hpp"
#include "text/format.hpp"

namespace allfold::profile {

using Json = nlohmann::ordered_json;

/// The integer `name`, which must be at least `least`.
template <class Number>
[[nodiscard]] Number number_in(const Json& value, const char* name, Number least) {
  const Json& number = value.at(name);
  const bool is_whole = number.is_number_integer();
  const bool fits =
      is_whole && (number.is_number_unsigned()
                       ? number.get<std::uint64_t>() <=
                             static_cast<std::uint64_t>(std::numeric_limits<Number>::max())
                       : std::is_signed_v<Number>);
  if (!fits || number.get<Number>() < least)
    throw std::invalid_argument(
        text::format("{}: invalid number: expected a whole one from {} on", name, least));
  return number.get<Number>();
}

/// A positive number, or null if it is not known.
[[nodiscard]] inline Json known(int number) { return number > 0 ? Json(number) : Json(nullptr); }
[[nodiscard]] inline int number_or_none(const Json& value, const char* name) {
  return value.at(name).is_null() ? 0 : number_in<int>(value, name, 1);
}

/// The list `name`.
[[nodiscard]] inline const Json& list_in(const Json& value, const char* name) {
  if (!value.at(name).is_array())
    throw std::invalid_argument(text::format("{}: expected a list", name));
  return value.at(name);
}

/// A text, or null if it is "".
[[nodiscard]] inline Json known(const std::string& text) {
  return text.empty() ? Json(nullptr) : Json(text);
}
[[nodiscard]] inline std::string text_or_none(const Json& value) {
  return value.is_null() ? std::string() : value.get<std::string>();
}

/// Seconds, with their mean over so many ranks.
[[nodiscard]] inline Json json_of(const Spread& spread, std::uint64_t ranks) {
  const auto of = static_cast<double>(std::max<std::uint64_t>(ranks, 1));
  return {{"sum", spread.sum}, {"mean", spread.sum / of}, {"max", spread.max}};
}

[[nodiscard]] inline Spread spread_of(const Json& value) {
  return {.sum = value.at("sum").get<double>(), .max = value.at("max").get<double>()};
}

}  // namespace allfold::profile
