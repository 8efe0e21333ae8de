/// @file `allfold cost`: what kernels take in the cost model.
#pragma once

#include "command/cost/setup.hpp"

namespace CLI {
class App;
}

namespace allfold::command::cost {

/// The subcommand, whose options go to `request`.
CLI::App* add_command(CLI::App& app, Request& request);

/// Runs it; returns the exit status: 0, 1 if something failed, 2 if the request makes no sense.
int run(const Request& request);

}  // namespace allfold::command::cost
