/// @file Validators of the parser for single values, with messages in the common form.
#pragma once

#include <CLI/CLI.hpp>
#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "text/format.hpp"
#include "text/nearest.hpp"

namespace allfold::command {

/// Accepts a number from `least` to `most`.
template <class Number>
[[nodiscard]] CLI::Validator within(Number least, Number most) {
  const auto problem_of = [least, most](const std::string& text) {
    Number number{};
    const bool is_within =
        CLI::detail::lexical_cast(text, number) && least <= number && number <= most;
    return is_within ? ""
                     : text::format("invalid number '{}': expected {} to {}", text, least, most);
  };
  return CLI::Validator(problem_of, "");
}

/// Accepts one of the words, which man pages and completions list. `kind` names the words in
/// messages.
[[nodiscard]] inline CLI::Validator one_of(const std::string& kind,
                                           const std::vector<std::string>& words) {
  const std::vector<std::string_view> names(words.begin(), words.end());
  const std::string expected = text::alternatives(names);
  std::string set;
  for (const std::string_view name : names)
    set += text::format("{}{}", set.empty() ? "" : ",", name);
  const auto problem_of = [kind, words, expected](const std::string& text) {
    const bool is_known = std::ranges::find(words, text) != words.end();
    return is_known ? "" : text::format("unknown {} '{}': expected {}", kind, text, expected);
  };
  return {problem_of, text::format("{{{}}}", set)};
}

}  // namespace allfold::command
