/// @file `allfold doctor`: checks this installation, this node and a program.
#pragma once

#include <string>

namespace CLI {
class App;
}

namespace allfold::command::doctor {

struct Request {
  std::string program;  ///< "": none
  std::string json_file;
};

/// Adds the subcommand to `app`. The parser stores its options in `request`.
CLI::App* add_command(CLI::App& app, Request& request);

/// Runs the subcommand. Returns the exit status: 0, or 1 if there is a problem.
int run(const Request& request);

}  // namespace allfold::command::doctor
