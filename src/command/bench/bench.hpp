/// @file `allfold bench`: native and Allfold calls, compared in one MPI job.
#pragma once

#include "command/measure/setup.hpp"

namespace CLI {
class App;
}

namespace allfold::command::bench {

/// Adds the subcommand to `app`. The parser stores its options in `request`.
CLI::App* add_command(CLI::App& app, measure::Request& request);

/// Runs the subcommand. Returns the exit status: 0, 1 on failure, 2 if the request is invalid, or
/// 128 plus the number of the signal that ended it early.
int run(const measure::Request& request);

}  // namespace allfold::command::bench
