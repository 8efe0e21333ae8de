/// @file The findings of a try-out, in their forms.
#pragma once

#include <string>
#include <vector>

#include "command/try_out/findings.hpp"

namespace allfold::command::try_out {

/// More runs each way take long to be told apart.
inline constexpr int most_runs = 100;

/// What was tried.
struct Subject {
  /// The launcher, its options, and the program, as one would type them in a shell.
  std::string command;
  int runs = 0;  ///< each way, as they were asked for
};

/// In a sentence, and what to do next.
struct Verdict {
  std::string finding;
  std::string next;  ///< a command, or what to look for; "" for nothing
};
[[nodiscard]] Verdict verdict_of(const Findings& findings, const Subject& subject);

/// For people: at most twelve lines.
[[nodiscard]] std::string text_of(const Findings& findings, const Subject& subject);

/// For scripts, with the report of all profiles.
[[nodiscard]] std::string json_of(const Findings& findings, const Subject& subject,
                                  const std::vector<Attempt>& attempts);

/// The page of `allfold report`, with the run times on top.
[[nodiscard]] std::string html_of(const Findings& findings, const Subject& subject,
                                  const std::vector<Attempt>& attempts);

}  // namespace allfold::command::try_out
