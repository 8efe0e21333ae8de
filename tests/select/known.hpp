/// @file What is known from a rules file, and the choice that follows.
#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "rules/file.hpp"
#include "select/choose.hpp"

namespace allfold::select {

/// `parts`: members of the file, without its format.
inline Knowledge known(std::string_view parts, const Configuration& configuration = {}) {
  std::vector<std::string> errors;
  const std::string text = fmt::format("{{\"format\": \"allfold rules 1\",\n{}}}", parts);
  auto rules = std::make_shared<const rules::Rules>(rules::parse_rules(text, "rules.json", errors));
  EXPECT_TRUE(errors.empty()) << errors.front();
  return knowledge_of(configuration, Network::high_speed, std::move(rules));
}

inline Choice chosen(const Problem& problem, const Knowledge& knowledge,
                     const Configuration& configuration = {}) {
  CandidateCache candidates;
  return choose(problem, configuration, knowledge, candidates);
}

}  // namespace allfold::select
