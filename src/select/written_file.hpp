/// @file Files that are written.
#pragma once

#include <string>

namespace allfold {

/// Writes a file as a whole or not at all; returns what went wrong, or "".
[[nodiscard]] std::string write_file(const std::string& name, const std::string& content);

}  // namespace allfold
