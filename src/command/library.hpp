/// @file `allfold library`: prints the path of the library to preload.
#pragma once

#include <CLI/CLI.hpp>

namespace allfold::command::library {

/// Adds the subcommand to `app`.
CLI::App* add_command(CLI::App& app);

/// Prints the path. Returns the exit status.
int run();

}  // namespace allfold::command::library
