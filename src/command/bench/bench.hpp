/// @file `allfold bench`: native and Allfold calls, compared in one MPI job.
#pragma once

#include "command/bench/setup.hpp"

namespace CLI {
class App;
}

namespace allfold::bench {

/// The subcommand, whose options go to `request`.
CLI::App* add_command(CLI::App& app, Request& request);

/// Runs it; returns the exit status: 0, 1 if something failed, 2 if the request makes no sense.
int run(const Request& request);

}  // namespace allfold::bench
