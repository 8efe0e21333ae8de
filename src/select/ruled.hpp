/// @file The choice by rules.
#pragma once

#include <optional>
#include <string>

#include "select/choice.hpp"
#include "select/knowledge.hpp"

namespace allfold::select {

struct RuledChoice {
  std::optional<Choice> choice;  ///< absent: no rule matches
  /// The first rule that matches, but whose kernel does not suit the problem, and why: "; ...".
  std::string skipped;
};

/// Chooses by the first rule that matches and whose kernel suits the problem.
[[nodiscard]] RuledChoice choose_by_rules(const Problem& problem, const Knowledge& knowledge,
                                          AllowedBrackets brackets, CandidateCache& candidates);

}  // namespace allfold::select
