/// @file `allfold cost`: what kernels take in the cost model.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace allfold::cost {

/// What the user asks for, as written.
struct Request {
  std::string collective = "allreduce";
  std::string ranks;
  std::string bytes = "32k";
  std::string alpha, beta, gamma;
  double f_alpha = 1;
  double f_beta = 1;
  int ranks_per_node = 1;
  std::string alpha_inside, beta_inside;
  int root = 0;
  bool sweep = false;
  bool table1 = false;
  bool markdown = false;
  std::string svg_file;
};

/// The subcommand, whose options go to `request`.
CLI::App* add_command(CLI::App& app, Request& request);

/// Runs it; returns the exit status: 0, 1 if something failed, 2 if the request makes no sense.
int run(const Request& request);

}  // namespace allfold::cost
