/// @file The output of `allfold explain` for other programs.
#pragma once

#include <string>
#include <vector>

#include "select/explanation.hpp"

namespace allfold::command::explain {

[[nodiscard]] std::string json_of(const std::vector<select::Explanation>& explanations);

/// The candidates of each problem, tab-separated, below a line of column names. Unknown values are
/// "-".
[[nodiscard]] std::string table_of(const std::vector<select::Explanation>& explanations);

}  // namespace allfold::command::explain
