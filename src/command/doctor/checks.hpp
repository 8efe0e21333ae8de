/// @file The checks of `allfold doctor`. A check that cannot be carried out is no error.
#pragma once

#include <string>

#include "command/doctor/finding.hpp"
#include "command/loading/own_library.hpp"

namespace allfold::command::doctor {

/// Checks the library of this command, its MPI library, and the launcher in PATH.
[[nodiscard]] Findings check_installation(const loading::OwnLibrary& library);

/// Checks a program, which is looked up as a shell does.
[[nodiscard]] Findings check_program(const std::string& program,
                                     const loading::OwnLibrary& library);

/// Replaces this process by the `allfold` of an installation beside this one, for another MPI
/// library, if that can serve the program, and this one cannot. Otherwise returns.
void hand_over(const std::string& program, const loading::OwnLibrary& library);

/// Tells what this node consists of, and what that means for ranks that are started here.
[[nodiscard]] Findings check_processors();

/// Checks what ranks can share on this node, and the limits of this shell.
[[nodiscard]] Findings check_node();

/// Checks the environment, and the rules that a program would use.
[[nodiscard]] Findings check_settings(const loading::OwnLibrary& library);

}  // namespace allfold::command::doctor
