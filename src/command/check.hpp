/// @file `allfold check`: proves the algorithms, without MPI.
#pragma once

#include <string>

namespace CLI {
class App;
}

namespace allfold::command::check {

struct Request {
  std::string algorithm = {};  ///< "": all
  std::string ranks = "1-64";
  int jobs = 0;  ///< threads; 0: one for each processor
};

/// The subcommand, whose options go to `request`.
CLI::App* add_command(CLI::App& app, Request& request);

/// Runs it; returns the exit status: 0 if all proofs hold, 1 if one fails, 2 if the request makes no
/// sense.
int run(const Request& request);

}  // namespace allfold::command::check
