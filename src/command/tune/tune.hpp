/// @file `allfold tune`: measures a machine and writes the rules that follow.
#pragma once

#include "command/tune/setup.hpp"

namespace CLI {
class App;
}

namespace allfold::command::tune {

/// Adds the subcommand to `app`. The parser stores its options in `request`.
CLI::App* add_command(CLI::App& app, Request& request);

/// Runs the subcommand. Returns the exit status: 0, 1 on failure, 2 if the request is invalid, or
/// 128 plus the number of the signal that ended it early.
int run(const Request& request);

}  // namespace allfold::command::tune
