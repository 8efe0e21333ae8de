/// @file Measurements in a report, for other programs.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "command/report/measured.hpp"

namespace allfold::command::report {

/// All that is known of the machine; null where nothing was measured.
[[nodiscard]] nlohmann::ordered_json measurements_json(const Measured& measured);

}  // namespace allfold::command::report
