/// @file The request of `allfold explain`, read and checked.
#pragma once

#include <string>
#include <vector>

#include "rules/source.hpp"
#include "select/knowledge.hpp"

namespace allfold::command::explain {

/// The user's options, as written. Empty ones are taken from the environment, or from the defaults.
struct Request {
  std::string collective = "allreduce";
  int ranks = 0;
  int ranks_per_node = 1;
  std::string sizes = "32k";
  std::string op;
  std::string type = "double";
  std::string rules;
  std::string model;
  std::string network;
  std::string json_file;
  std::string table_file;
  bool describes_node = false;  ///< describe the node instead of a choice
};

struct Setup {
  std::vector<select::Problem> problems = {};  ///< one per vector size
  select::Configuration configuration = {};
  select::Knowledge knowledge = {};
  std::vector<std::string> warnings = {};  ///< about the environment
  std::vector<std::string> notes = {};     ///< warnings about the rules
  std::vector<std::string> remarks = {};   ///< why other rules files are not used
};

/// The rules that the request names, or the rules that a program on this machine would use. Throws
/// UsageError if the rules or the environment are invalid.
[[nodiscard]] rules::FoundRules rules_on(const rules::MachineTeller& machine,
                                         const Request& request);

/// `machine`: this one. Throws UsageError if an option, the environment or a rules file is invalid.
[[nodiscard]] Setup setup_of(const rules::MachineTeller& machine, const Request& request);

}  // namespace allfold::command::explain
