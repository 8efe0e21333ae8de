/// @file `allfold replay`: repeats a call whose two results could not both be right.
#pragma once

#include <string>

namespace CLI {
class App;
}

namespace allfold::command::replay {

struct Request {
  std::string file = {};
  std::string algorithm = {};  ///< "": as in the call; "all"; or as in ALLFOLD_ALLREDUCE
};

/// Adds the subcommand to `app`. The parser stores its options in `request`.
CLI::App* add_command(CLI::App& app, Request& request);

/// Runs the subcommand on all ranks of a job. Returns the exit status: 0, 1 if a result is wrong
/// again or on failure, 2 if the request is invalid.
int run(const Request& request);

}  // namespace allfold::command::replay
