/// @file The request of `allfold cost`, read and checked.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cost/model.hpp"
#include "schedule/collective.hpp"

namespace allfold::command::cost {

/// The user's options, as written.
struct Request {
  std::string collective = "allreduce";
  std::string ranks;
  std::string sizes;
  std::string alpha, beta, gamma, gap;
  double f_alpha = 1;
  double f_beta = 1;
  int ranks_per_node = 1;
  std::string alpha_inside, beta_inside;
  int nodes_per_switch = 0;
  std::string beta_switch_far, beta_switch_pair;
  int group = 0;
  std::string beta_far, beta_pair, beta_adapter;
  int chassis = 0;
  int torus_x = 0;
  int torus_y = 0;
  int torus_z = 0;
  std::string alpha_hop;
  int root = 0;
  bool sweep = false;
  bool table1 = false;
  bool markdown = false;
  std::string svg_file;
  std::string json_file;
  /// The names of all options that the user gave.
  std::vector<std::string> given;
};

/// The checked request, with defaults filled in.
struct Setup {
  schedule::Collective collective;
  std::vector<int> ranks;
  std::vector<std::int64_t> bytes;
  int root;
  allfold::cost::CostModel model;
};

/// Throws UsageError if an option is invalid or would have no effect.
[[nodiscard]] Setup setup_of(const Request& request);

/// Throws UsageError if an option would have no effect together with --table1.
void check_table1(const Request& request);

/// The cost model, for example "alpha=1us,beta=100ps,gamma=10ps", then its nodes, groups and torus.
[[nodiscard]] std::string description_of(const allfold::cost::CostModel& model);

}  // namespace allfold::command::cost
