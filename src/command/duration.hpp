/// @file Reads durations of options.
#pragma once

#include <string>
#include <string_view>

namespace allfold::command {

/// Returns seconds. `text` is a positive number with a unit from ns to h, for example 60s or 15m.
/// Throws UsageError, which names the option.
[[nodiscard]] double parse_duration(const std::string& text, std::string_view option);

}  // namespace allfold::command
