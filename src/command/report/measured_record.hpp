/// @file The measurements of a report as JSON.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "command/report/measured.hpp"

namespace allfold::command::report {

/// All that is known about the machine; null if nothing was measured.
[[nodiscard]] nlohmann::ordered_json measurements_json(const Measured& measured);

}  // namespace allfold::command::report
