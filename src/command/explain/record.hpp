/// @file What `allfold explain` tells other programs.
#pragma once

#include <string>
#include <vector>

#include "select/explanation.hpp"

namespace allfold::explain {

[[nodiscard]] std::string json_of(const std::vector<Explanation>& explanations);

}  // namespace allfold::explain
