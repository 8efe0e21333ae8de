/// @file Reads the name of a collective.
#pragma once

#include <string_view>

#include "schedule/collective.hpp"

namespace allfold::command {

/// Throws UsageError, which names the option --collective, if Allfold does not serve the
/// collective.
[[nodiscard]] schedule::Collective parse_collective(std::string_view name);

}  // namespace allfold::command
