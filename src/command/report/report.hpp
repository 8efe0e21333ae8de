/// @file `allfold report`: summarises profiles and measurements, and what Allfold would save.
#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace allfold::command::report {

struct Request {
  std::vector<std::string> profiles;
  std::string rules_file;
  std::vector<std::string> bench_files;
  std::string format = "text";
  std::string output;  ///< "": standard output
};

/// Adds the subcommand to `app`. The parser stores its options in `request`.
CLI::App* add_command(CLI::App& app, Request& request);

/// Runs the subcommand. Returns the exit status: 0, 1 on failure, 2 if the request is invalid.
int run(const Request& request);

}  // namespace allfold::command::report
