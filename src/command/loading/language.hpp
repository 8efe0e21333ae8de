/// @file Languages whose interpreters are not linked with MPI, and load what is.
#pragma once

#include <string>
#include <string_view>

#include "command/loading/executable.hpp"

namespace allfold::command::loading {

/// What is served of such a program, as a message says it: `file` is Python, Julia or R, or a script for one
/// of them. "" if it is not.
[[nodiscard]] std::string_view language_note(const std::string& file, const Executable& program);

}  // namespace allfold::command::loading
