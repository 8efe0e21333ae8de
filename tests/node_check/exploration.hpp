/// @file Exploration: executions of a case, and the first one that is wrong.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "node_check/checked_ranks.hpp"
#include "node_check/checker.hpp"
#include "node_check/fields.hpp"
#include "node_check/mutation.hpp"

namespace allfold::testing {

/// A fault that all executions of an exploration have: of the accesses to these fields of slots.
struct FieldMutation {
  node_check::Mutation::Kind kind = node_check::Mutation::Kind::none;
  std::vector<Field> fields = {};
};

struct Explored {
  std::uint64_t executions = 0;
  std::uint64_t accesses = 0;  ///< to marks, and of ranges of data
  std::optional<std::string> fault = {};
  /// Whether the search has come to its end; a random exploration always has.
  bool is_complete = true;
};

class Exploration {
 public:
  explicit Exploration(const Case& given, FieldMutation mutation = {});

  /// All executions with at most so many deviations (node_check::Search), but no more than
  /// `most_executions`. Ends with the first fault.
  Explored search(int deviations, std::uint64_t most_executions = UINT64_MAX);
  /// Executions with these seeds. Ends with the first fault.
  Explored random(std::uint64_t first_seed, std::uint64_t seeds);

 private:
  std::optional<std::string> execute(node_check::Choices& choices);

  const Case& case_;
  FieldMutation mutation_;
  std::vector<std::vector<std::uint64_t>> expected_;
  node_check::Checker checker_;
};

}  // namespace allfold::testing
