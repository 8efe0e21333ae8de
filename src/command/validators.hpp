/// @file Checks of single values by the parser, whose messages have the form of all messages.
#pragma once

#include <CLI/CLI.hpp>
#include <algorithm>
#include <string>
#include <vector>

#include "text/format.hpp"

namespace allfold::command {

/// A number from `least` to `most`.
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

/// One of the words, which man pages and completions list. `kind` is what they are, for messages.
[[nodiscard]] inline CLI::Validator one_of(const std::string& kind,
                                           const std::vector<std::string>& words) {
  std::string expected;
  std::string set;
  for (std::size_t i = 0; i < words.size(); ++i) {
    set += (i == 0 ? "" : ",") + words[i];
    expected += (i == 0 ? "" : i + 1 < words.size() ? ", " : " or ") + words[i];
  }
  const auto problem_of = [kind, words, expected](const std::string& text) {
    const bool is_known = std::ranges::find(words, text) != words.end();
    return is_known ? "" : text::format("unknown {} '{}': expected {}", kind, text, expected);
  };
  return CLI::Validator(problem_of, text::format("{{{}}}", set));
}

}  // namespace allfold::command
