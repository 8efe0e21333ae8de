/// @file `allfold plan`: what the ranks do, round by round, as text or as a picture.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace allfold::plan {

/// What the command line asks for.
struct Request {
  std::string collective = "allreduce";
  std::string algorithm;
  int ranks = 0;
  int root = 0;
  int rank = 0;
  int ranks_per_node = 1;
  std::string svg_file;
  int width = 100;
  const CLI::Option* one_rank = nullptr;  ///< whether `rank` was asked for
};

[[nodiscard]] CLI::App* add_command(CLI::App& app, Request& request);

/// Returns the exit status.
[[nodiscard]] int run(const Request& request);

}  // namespace allfold::plan
