/// @file `allfold bench`: native and Allfold calls, compared in one MPI job.
#pragma once

#include "command/measure/setup.hpp"

namespace CLI {
class App;
}

namespace allfold::command::bench {

/// The subcommand, whose options go to `request`.
CLI::App* add_command(CLI::App& app, measure::Request& request);

/// Runs it; returns the exit status: 0, 1 if something failed, 2 if the request makes no sense, 128
/// and the signal that ended it early.
int run(const measure::Request& request);

}  // namespace allfold::command::bench
