/// @file `allfold explain`: shows what is chosen for a call, why, and the alternatives.
#pragma once

#include "command/explain/setup.hpp"

namespace CLI {
class App;
}

namespace allfold::command::explain {

/// Adds the subcommand to `app`. The parser stores its options in `request`.
CLI::App* add_command(CLI::App& app, Request& request);

/// Runs the subcommand. Returns the exit status: 0, 1 on failure, 2 if the request is invalid.
int run(const Request& request);

}  // namespace allfold::command::explain
