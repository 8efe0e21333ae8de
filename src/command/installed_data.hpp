/// @file Locates the data that are installed with the command.
#pragma once

#include <string>

namespace allfold::command {

/// The folder, even if it does not exist. "" if its name cannot be determined.
[[nodiscard]] std::string installed_data();

}  // namespace allfold::command
