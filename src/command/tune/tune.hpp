/// @file `allfold tune`: measures a machine, and writes the rules that follow.
#pragma once

#include "command/tune/setup.hpp"

namespace CLI {
class App;
}

namespace allfold::command::tune {

/// The subcommand, whose options go to `request`.
CLI::App* add_command(CLI::App& app, Request& request);

/// Runs it; returns the exit status: 0, 1 if something failed, 2 if the request makes no sense, 128
/// and the signal that ended it early.
int run(const Request& request);

}  // namespace allfold::command::tune
