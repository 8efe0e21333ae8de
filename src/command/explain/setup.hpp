/// @file What `allfold explain` is asked for, read and checked.
#pragma once

#include <string>
#include <vector>

#include "rules/source.hpp"
#include "select/knowledge.hpp"

namespace allfold::command::explain {

/// What the user asks for, as written. What is empty is as the environment says, or else usual.
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
  bool describes_node = false;  ///< instead of a choice
};

struct Setup {
  std::vector<select::Problem> problems = {};  ///< one for each number of bytes
  select::Configuration configuration = {};
  select::Knowledge knowledge = {};
  std::vector<std::string> warnings = {};  ///< on the environment
  std::vector<std::string> notes = {};     ///< on the rules
};

/// The rules that the request names, or those of a program on this machine. Throws UsageError, as the
/// next.
[[nodiscard]] rules::FoundRules rules_on(const rules::MachineTeller& machine,
                                         const Request& request);

/// Throws UsageError where something is no value, or a file's rules are not well.
[[nodiscard]] Setup setup_of(const Request& request);

}  // namespace allfold::command::explain
