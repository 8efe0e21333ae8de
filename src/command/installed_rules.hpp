/// @file The rules that come with the command.
#pragma once

#include <string>

namespace allfold::command {

/// The file's name, whether it is there or not; "" if that cannot be told.
[[nodiscard]] std::string installed_rules();

}  // namespace allfold::command
