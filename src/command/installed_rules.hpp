/// @file Locates the rules that are installed with the command.
#pragma once

#include <string>

namespace allfold::command {

/// The file's name, even if the file does not exist. "" if the name cannot be determined.
[[nodiscard]] std::string installed_rules();

}  // namespace allfold::command
