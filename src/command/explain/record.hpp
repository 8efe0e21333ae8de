/// @file What `allfold explain` tells other programs.
#pragma once

#include <string>
#include <vector>

#include "select/explanation.hpp"

namespace allfold::command::explain {

[[nodiscard]] std::string json_of(const std::vector<select::Explanation>& explanations);

/// The candidates of each problem, tab-separated, under a line of column names; what is not known
/// is
/// "-".
[[nodiscard]] std::string table_of(const std::vector<select::Explanation>& explanations);

}  // namespace allfold::command::explain
