/// @file `allfold replay`: makes a call again whose two results could not both be right.
#pragma once

#include <string>

namespace CLI {
class App;
}

namespace allfold::command::replay {

struct Request {
  std::string file = {};
  std::string algorithm = {};  ///< "": the one that served; "all"; otherwise as ALLFOLD_ALLREDUCE
};

/// The subcommand, whose options go to `request`.
CLI::App* add_command(CLI::App& app, Request& request);

/// Runs it on all ranks of a job; returns the exit status: 0, 1 if a result is wrong again or
/// something failed, 2 if the request makes no sense.
int run(const Request& request);

}  // namespace allfold::command::replay
