/// @file What `allfold doctor` looks at. Nothing that it finds is an error of the checks themselves.
#pragma once

#include <string>

#include "command/doctor/finding.hpp"
#include "command/loading/own_library.hpp"

namespace allfold::command::doctor {

/// The library of this command, its MPI library, and the launcher in PATH.
[[nodiscard]] Findings check_installation(const loading::OwnLibrary& library);

/// A program, as a shell would find it.
[[nodiscard]] Findings check_program(const std::string& program,
                                     const loading::OwnLibrary& library);

/// What ranks can share on this node, and the limits of this shell.
[[nodiscard]] Findings check_node();

/// The environment, and the rules that a program would use.
[[nodiscard]] Findings check_settings(const loading::OwnLibrary& library);

}  // namespace allfold::command::doctor
