/// @file `allfold doctor`: whether this installation, this node and a program are well.
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

/// The subcommand, whose options go to `request`.
CLI::App* add_command(CLI::App& app, Request& request);

/// Runs it; returns the exit status: 0, or 1 if there is a problem.
int run(const Request& request);

}  // namespace allfold::command::doctor
