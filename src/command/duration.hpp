/// @file Durations, as options have them.
#pragma once

#include <string>
#include <string_view>

namespace allfold::command {

/// Seconds: a positive number with a unit from ns to h, as in 60s or 15m. Throws UsageError, which names
/// the option.
[[nodiscard]] double parse_duration(const std::string& text, std::string_view option);

}  // namespace allfold::command
