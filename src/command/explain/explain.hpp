/// @file `allfold explain`: what is chosen for a call, why, and what else there is.
#pragma once

#include "command/explain/setup.hpp"

namespace CLI {
class App;
}

namespace allfold::command::explain {

/// The subcommand, whose options go to `request`.
CLI::App* add_command(CLI::App& app, Request& request);

/// Runs it; returns the exit status: 0, 1 if something failed, 2 if the request makes no sense.
int run(const Request& request);

}  // namespace allfold::command::explain
