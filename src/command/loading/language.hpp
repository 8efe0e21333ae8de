/// @file Languages whose interpreters are not linked with MPI but load modules that are.
#pragma once

#include <string>
#include <string_view>

#include "command/loading/executable.hpp"

namespace allfold::command::loading {

/// A message about which calls of a program in Python, Julia or R are served. `file` is the
/// interpreter or a script for it; the result is "" if it is neither.
[[nodiscard]] std::string_view language_note(const std::string& file, const Executable& program);

}  // namespace allfold::command::loading
