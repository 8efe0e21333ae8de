/// @file `allfold plan`: shows what the ranks do, round by round, as text or as a picture.
#pragma once

#include <optional>
#include <string>

namespace CLI {
class App;
}

namespace allfold::command::plan {

/// The options as written.
struct Request {
  std::string collective = "allreduce";
  std::string algorithm;
  int ranks = 0;
  int root = 0;
  std::optional<int> rank;  ///< show this rank only
  int ranks_per_node = 1;
  std::string svg_file;
  bool brief = false;  ///< show the table only
  int width = 94;      ///< fits a comment in a source file of 100 columns
};

[[nodiscard]] CLI::App* add_command(CLI::App& app, Request& request);

/// Returns the exit status.
[[nodiscard]] int run(const Request& request);

}  // namespace allfold::command::plan
