/// @file Languages whose interpreters are not linked with MPI, and load what is.
#pragma once

#include <string>
#include <string_view>

#include "command/loading/executable.hpp"

namespace allfold::command::loading {

/// Which calls of a program in Python, Julia or R are served, as a message says it. `file` is the
/// interpreter, or a script for it; "" if it is neither.
[[nodiscard]] std::string_view language_note(const std::string& file, const Executable& program);

}  // namespace allfold::command::loading
