#include "command/duration.hpp"

#include <optional>
#include <utility>

#include "command/usage_error.hpp"
#include "cost/parameters.hpp"
#include "text/format.hpp"

namespace allfold::command {

namespace {

/// Extends cost::parse_seconds() by minutes and hours.
std::optional<double> seconds_in(const std::string& text) {
  for (const auto& [unit, length] : {std::pair{'m', 60}, std::pair{'h', 3600}})
    if (text.ends_with(unit))
      if (const auto number = cost::parse_seconds(text.substr(0, text.size() - 1) + 's'))
        return *number * length;
  return cost::parse_seconds(text);
}

}  // namespace

double parse_duration(const std::string& text, std::string_view option) {
  const std::optional<double> seconds = seconds_in(text);
  if (seconds && *seconds > 0) return *seconds;
  throw UsageError(
      text::format("{}: invalid duration '{}': expected a positive number with a unit, for example "
                   "60s or 15m",
                   option, text));
}

}  // namespace allfold::command
