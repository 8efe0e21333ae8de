/// @file `allfold check`: proves the algorithms, without MPI.
#pragma once

#include <string>

namespace CLI {
class App;
}

namespace allfold::command::check {

struct Request {
  std::string algorithm = {};  ///< "": all algorithms
  std::string ranks = "1-64";
  int jobs = 0;  ///< number of threads; 0: one per processor
};

/// Adds the subcommand to `app`. The parser stores its options in `request`.
CLI::App* add_command(CLI::App& app, Request& request);

/// Runs the subcommand. Returns the exit status: 0 if all proofs hold, 1 if one fails, 2 if the
/// request is invalid.
int run(const Request& request);

}  // namespace allfold::command::check
