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
  std::string node_file;    ///< where this node is described for the model of nodes; "": nowhere
  std::string limits_file;  ///< of allfold bench --limits; ""
  std::string like;         ///< a known node for what the system does not tell; "": by processor
};

/// Adds the subcommand to `app`. The parser stores its options in `request`.
CLI::App* add_command(CLI::App& app, Request& request);

/// Runs the subcommand. Returns the exit status: 0, or 1 if there is a problem.
int run(const Request& request);

}  // namespace allfold::command::doctor
