/// @file The collective, as the user names it.
#pragma once

#include <string_view>

#include "schedule/schedule.hpp"

namespace allfold::command {

/// Throws UsageError, naming the option --collective, where Allfold does not serve it.
[[nodiscard]] schedule::Collective parse_collective(std::string_view name);

}  // namespace allfold::command
