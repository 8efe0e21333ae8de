/// Errors that a rules file causes.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "rules/file.hpp"

namespace allfold::rules {

inline std::vector<std::string> errors_of(std::string_view text) {
  std::vector<std::string> errors;
  static_cast<void>(parse_rules(text, "rules.json", errors));
  return errors;
}

struct Mistake {
  std::string text;
  std::string where;
  std::vector<std::string> said;
};

inline void PrintTo(const Mistake& mistake, std::ostream* stream) { *stream << mistake.text; }

/// Expects one line that states the place, the problem, the reason, and what would be right.
inline void expect_said(const Mistake& mistake) {
  const std::vector<std::string> errors = errors_of(mistake.text);
  ASSERT_EQ(errors.size(), 1U) << (errors.empty() ? "" : errors[0] + '\n' + errors[1]);
  EXPECT_TRUE(errors[0].starts_with(mistake.where + ": ")) << errors[0];
  EXPECT_THAT(errors[0], ::testing::MatchesRegex("[^\n]+: .+(: |; |\\(did you mean ).+[^\n]+"));
  for (const std::string& part : mistake.said) EXPECT_THAT(errors[0], ::testing::HasSubstr(part));
}

}  // namespace allfold::rules
