/// @file `allfold cost`: the predicted time of algorithms in the cost model.
#pragma once

#include "command/cost/setup.hpp"

namespace CLI {
class App;
}

namespace allfold::command::cost {

/// Adds the subcommand to `app`. The parser stores its options in `request`.
CLI::App* add_command(CLI::App& app, Request& request);

/// Runs the subcommand. Returns the exit status: 0, 1 on failure, 2 if the request is invalid.
int run(const Request& request);

}  // namespace allfold::command::cost
