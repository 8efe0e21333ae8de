/// @file What the tuner learnt, for the user to read.
#pragma once

#include <string>

#include "command/tables.hpp"
#include "rules/rules.hpp"

namespace allfold::command::tune {

/// The model, a table of all points with what was chosen there, and a map of that for each
/// collective.
[[nodiscard]] std::string report(const rules::Rules& rules, TableStyle style);

}  // namespace allfold::command::tune
