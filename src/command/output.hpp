/// @file Writes the files that options name.
#pragma once

#include <string>
#include <string_view>

namespace allfold::command {

/// Writes the file that `option` names; does nothing if `file` is "". Throws std::runtime_error
/// with the message "option: problem; what to do".
void write_output(std::string_view option, const std::string& file, const std::string& content);

}  // namespace allfold::command
