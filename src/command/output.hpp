/// @file Files that options of the command ask for.
#pragma once

#include <string>
#include <string_view>

namespace allfold::command {

/// Writes the file that `option` names, unless it names none (""). Throws std::runtime_error, as
/// "option: problem; what to do".
void write_output(std::string_view option, const std::string& file, const std::string& content);

}  // namespace allfold::command
