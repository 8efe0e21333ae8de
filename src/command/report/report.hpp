/// @file `allfold report`: what profiles say, and what Allfold would save.
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

/// The subcommand, whose options go to `request`.
CLI::App* add_command(CLI::App& app, Request& request);

/// Runs it; returns the exit status: 0, 1 if something failed, 2 if the request makes no sense.
int run(const Request& request);

}  // namespace allfold::command::report
